/* Inside the room: libarchive, which is loaded when an archive is read or written. With it come libxml2 and ICU: a
 * server that were linked to it would have two more megabytes of memory. */
#ifndef LECTERN_TRANSFER_LIBRARY_H
#define LECTERN_TRANSFER_LIBRARY_H

#include "base/base.h"

#include <archive.h>
#include <archive_entry.h>

#define LIBRARY_FUNCTIONS(USE)                       \
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

#define LIBRARY_FUNCTION(name) __typeof__ (&(name))(name);

/* Its functions, by their names. */
struct archive_library {
	LIBRARY_FUNCTIONS(LIBRARY_FUNCTION)
};

/* Lives as long as the process. NULL, with an error, when it is not installed. For one thread. */
const struct archive_library *library_load(struct error *error);

#endif
