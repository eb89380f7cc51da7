/* Inside the room: libarchive, loaded when an archive is read or written first: with it come libxml2 and ICU. */
#ifndef LECTERN_TRANSFER_LIBARCHIVE_H
#define LECTERN_TRANSFER_LIBARCHIVE_H

#include "base/base.h"

#include <archive.h>
#include <archive_entry.h>

#define LIBARCHIVE_FUNCTIONS(USE)                    \
	USE(archive_read_new)                        \
	USE(archive_read_support_format_tar)         \
	USE(archive_read_support_filter_gzip)        \
	USE(archive_read_set_options)                \
	USE(archive_read_open)                       \
	USE(archive_read_open_FILE)                  \
	USE(archive_read_next_header)                \
	USE(archive_read_data)                       \
	USE(archive_read_free)                       \
	USE(archive_write_new)                       \
	USE(archive_write_set_format_gnutar)         \
	USE(archive_write_set_format_pax_restricted) \
	USE(archive_write_set_options)               \
	USE(archive_write_set_bytes_in_last_block)   \
	USE(archive_write_add_filter_gzip)           \
	USE(archive_write_open)                      \
	USE(archive_write_open_FILE)                 \
	USE(archive_write_header)                    \
	USE(archive_write_data)                      \
	USE(archive_write_close)                     \
	USE(archive_write_free)                      \
	USE(archive_errno)                           \
	USE(archive_error_string)                    \
	USE(archive_entry_new)                       \
	USE(archive_entry_free)                      \
	USE(archive_entry_pathname)                  \
	USE(archive_entry_hardlink)                  \
	USE(archive_entry_symlink)                   \
	USE(archive_entry_filetype)                  \
	USE(archive_entry_set_pathname)              \
	USE(archive_entry_set_size)                  \
	USE(archive_entry_set_filetype)              \
	USE(archive_entry_set_perm)                  \
	USE(archive_entry_set_mtime)

struct libarchive {
	LIBARCHIVE_FUNCTIONS(LIBRARY_MEMBER)
};

extern struct libarchive libarchive;

/* Fails as library_load does. */
bool libarchive_load(struct error *error);

#endif
