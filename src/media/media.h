/* The door of the room `media`: the files behind the entries of plugin::upload.file.
 *
 * An upload goes three steps. Its body is read as it comes into a form (media_form_*): files go to the disk at once,
 * without a name. Then each is looked at and pictures get their formats (media_prepare), and all get their names
 * (media_place). Then their entries are made, in a session that writes (media_insert, media_replace), and when they are
 * on disk media_settle ends it; media_undo takes all of it back at any step. The next media_open takes back uploads
 * that the end of the process cut short.
 *
 * Threads: a form is fed on the thread that receives it; functions that prepare, place, store and remove files wait for
 * the disk, and are called on threads that may wait. Opened and closed by the main thread. */
#ifndef LECTERN_MEDIA_MEDIA_H
#define LECTERN_MEDIA_MEDIA_H

#include "config/config.h"
#include "content/content.h"

struct media;

/* `store` is read by thread number `thread`, in the call only. NULL, with *error, when the database can't be read. All
 * arguments must outlive it. */
struct media *media_open(const struct config *config, const struct registry *registry, struct store *store,
                         size_t thread, struct error *error);
void media_close(struct media *media); /* NULL is fine */

/* The upload provider of the project's own package, where the configuration names neither "local" nor that of S3. The
 * functions may be called by any thread that may wait; their errors are for the client. */
struct media_provider {
	/* One file, or a format of it, as Strapi describes it to a provider. Its bytes are the file `path`. With
	 * `checked` its size is checked before. *changed: the description as the provider leaves it, to be released. */
	bool (*put)(void *context, struct json_object *file, const char *path, bool checked,
	            struct json_object **changed, struct error *error);
	bool (*remove)(void *context, struct json_object *file, struct error *error);
	void *context;
};

/* Without one such uploads are answered with 501. `provider` is copied. Before the first request. */
void media_set_provider(struct media *media, const struct media_provider *provider);

/* Files that clients upload are refused with 501 and `why`, a sentence, which must outlive the media: code makes their
 * pictures. Before the first request. */
void media_refuse_uploads(struct media *media, const char *why);

/* Whether urls of files are good only when they are signed: the bucket of S3 is private. */
bool media_is_private(const struct media *media);

/* A signer of content (content/signing.h), whose context is the media: gives files of the provider that the
 * configuration has, and their formats, urls that are good for a while, and tells of each whether it did (isUrlSigned).
 * From any thread. */
bool media_sign(void *media, struct json_object *files, struct error *error);

/* Why pictures get no formats, or NULL. */
const char *media_lacks_pictures(const struct media *media);

/* ---- 1. the form ---- */

/* A file of a form. */
struct media_incoming {
	struct slice field;          /* the name of its part */
	struct slice name;           /* as the client calls it */
	struct slice type;           /* the client's Content-Type; ptr NULL: none */
	int file;                    /* without a name; closed by media_form_free */
	uint64_t size;               /* bytes */
	unsigned format;             /* of this room: the type that its first bytes show */
	struct media_incoming *next; /* in the order sent */
};

struct media_field {
	struct slice name, value;
	struct media_field *next;
};

struct media_form;

/* `content_type`: the header. 400 when it is no form. Without `files` those that come are dropped. The form is used by
 * one thread at a time; it lives in `arena`. */
bool media_form_begin(struct media *media, struct arena *arena, struct slice content_type, bool files,
                      struct media_form **form, struct error *error);

/* Has `wants` asked for each file, by the name of its part, before any of it is written: those that are not wanted are
 * dropped. Files are then named and typed as busboy does it for GraphQL: without the folders before their names, and
 * text/plain where the client says nothing. It may look at the form's fields: those before the file are there. To be
 * called before the first byte. */
void media_form_choose(struct media_form *form, bool (*wants)(void *context, struct slice field), void *context);

/* The next bytes of the body. 400 for a malformed one, 413 for one that is too large, 507 when the disk is full. After
 * that only media_form_free may be called. May wait for the disk. */
bool media_form_feed(struct media_form *form, struct slice bytes, struct error *error);
bool media_form_finish(struct media_form *form, struct error *error);
void media_form_free(struct media_form *form); /* NULL is fine */

const struct media_incoming *media_form_files(const struct media_form *form);
const struct media_field *media_form_fields(const struct media_form *form);

/* The field of that name, NULL when there is none. */
const struct media_field *media_form_field(const struct media_form *form, const char *name);

/* All fields as an object of texts, and of lists where a name came more than once; release it. */
struct json_object *media_form_json(const struct media_form *form);

/* Bytes that a body may have. */
uint64_t media_most_of_body(const struct media *media);

/* ---- 2. the files and their formats ---- */

/* The client's fileInfo for a file. NULL: not sent. */
struct media_info {
	const char *name, *alternative_text, *caption;
};

/* Reads fileInfo of a request with one file, or with a list of `count` (`many`); *infos has as many. 400 for anything
 * else. */
bool media_read_info(struct arena *arena, struct json_object *sent, bool many, size_t count, struct media_info **infos,
                     struct error *error);

/* As Strapi's settings have it (the row plugin_upload_settings). */
struct media_settings {
	bool size_optimization, responsive_dimensions, auto_orientation;
};
bool media_read_settings(struct store_session *session, struct media_settings *settings, struct error *error);

/* A file that is ready to be stored. */
struct media_file;

/* Of this room: a hidden file with names, by which the next start finishes or takes back an interrupted upload. */
struct media_note {
	int file; /* -1: none */
	char name[32];
};

struct media_upload {
	struct media *media;
	struct arena *arena;
	struct media_settings settings;
	bool replaces; /* a file in place of another: the limit of sizes does not hold */
	bool streamed; /* as by GraphQL: a picture is encoded anew only where that makes it smaller */
	bool plain;    /* a picture is kept as it came, without formats */
	/* of this room */
	struct media_file *first, **last;
	struct media_note note; /* of what is under way */
	const char **stale;     /* names that go when it is done */
	size_t stale_count;
	bool placed, is_replacing;
	struct buffer *note_text; /* while it is made */
};

void media_upload_begin(struct media_upload *upload, struct media *media, struct arena *arena,
                        const struct media_settings *settings);

/* Checks the file, and makes its formats. `path` is the client's, or NULL; it must outlive the upload. 400
 * for a name that no file may have, a type that is not allowed, a picture that can't be decoded; 413 for one that is
 * too large. May take its time.
 */
bool media_prepare(struct media_upload *upload, const struct media_incoming *incoming, const struct media_info *info,
                   struct json_object *path, struct media_file **file, struct error *error);

/* Gives all that was prepared its name, synced to the disk. `old`: the entry of the file that the one that was prepared
 * replaces, and whose name it takes when media_settle is called; else NULL. */
bool media_place(struct media_upload *upload, struct json_object *old, struct error *error);

/* ---- 3. its entries ---- */

/* The entry that a file belongs to, and its field. */
struct media_target {
	const struct content_type *type;
	int64_t id;
	struct slice field;
};

/* The client's refId, ref and field: the entry that a file belongs to. *linked: all three were sent, else none is used.
 * False with a message for an unknown type, or an `id` that is no id; the entry need not exist. */
bool media_read_target(const struct media *media, struct slice ref, struct slice id, struct slice field,
                       struct media_target *target, bool *linked, struct error *error);

/* Makes the file's entry, in the folder of API uploads, and relates it to `target` (or NULL). */
bool media_insert(const struct content_call *call, const struct media *media, struct media_file *file,
                  const struct media_target *target, struct content_result **result, struct error *error);

/* Where an administrator puts a file: a folder with its path; 0 and "/": the root. */
struct media_shelf {
	int64_t folder;
	const char *path;
	int64_t admin; /* who makes the entry */
};

/* The same in a folder of the administrator's choice. */
bool media_insert_on_shelf(const struct content_call *call, const struct media *media, struct media_file *file,
                           const struct media_shelf *shelf, struct content_result **result, struct error *error);

/* Changes the entry of a file: all of it when the file is replaced, else its fileInfo only. 404 when there is none. */
bool media_replace(const struct content_call *call, const struct media *media, struct media_file *file, int64_t id,
                   struct content_result **result, struct error *error);
bool media_change_info(const struct content_call *call, const struct media *media, const struct media_info *info,
                       int64_t id, struct content_result **result, struct error *error);

/* A file without an entry, as Strapi's settings keep one: name, hash, url, width and height (of a picture), ext, size
 * (kB), provider. To be released. */
struct json_object *media_file_json(const struct media_upload *upload, const struct media_file *file);

/* The files without an entry that the settings keep, the project's logos: two at most, NULL where there is none; to be
 * released. */
enum { MEDIA_LOGOS = 2 };
bool media_read_logos(struct store_session *session, struct json_object *logos[MEDIA_LOGOS], struct error *error);

/* All is on disk. */
void media_settle(struct media_upload *upload);

/* Nothing of it is to be there. */
void media_undo(struct media_upload *upload);

/* ---- removing ---- */

/* The files that are deleted with an entry. */
struct media_removal {
	/* of this room */
	struct media *media; /* NULL: nothing was begun */
	struct arena *arena;
	struct media_note note;
	const char **names;
	size_t count;
	struct json_object *files; /* the entries, where a provider has their files; live in the arena */
};

/* Notes the file and the formats of entry 0 of `result` (of the type of files, with its default fields), where they are
 * of the configured provider. Called when the entry is deleted, before the commit; media_removal_end must follow. 507
 * when the disk is full. */
bool media_removal_begin(struct media_removal *removal, struct media *media, struct arena *arena,
                         const struct content_result *result, struct error *error);

/* The same for files without an entry: `files` is a list of objects of media_file_json. */
bool media_removal_begin_files(struct media_removal *removal, struct media *media, struct arena *arena,
                               struct json_object *files, struct error *error);

/* `deleted`: the deletion is on disk, and the files are deleted; failures are logged. Else they stay. May
 * wait for the network. */
void media_removal_end(struct media_removal *removal, bool deleted);

/* The letters and digits of any script in ASCII, joined by _ where others stood: "Đang giao" is "Dang_giao". In
 * `arena`. */
const char *media_ascii_words(struct arena *arena, struct slice text);

/* ---- files without an entry, and entries without a file ---- */

/* Compares the folder of uploads with all entries of files. Servers may run meanwhile. */
struct media_check;

/* Lists the folder; the entries are to be read after that. It lives in `arena`, whose memory grows with the number of
 * files. NULL, with *error, when the folder can't be read. */
struct media_check *media_check_begin(const struct config *config, struct arena *arena, struct error *error);
void media_check_end(struct media_check *check); /* NULL is fine */

/* Whether the file of an entry is there (of other providers than "local": true). *lacks: the first of its formats whose
 * file is not there, or NULL. */
bool media_check_entry(struct media_check *check, struct json_object *file, const char **lacks);

/* How many files there are; and those, by name, that no entry has of those that media_check_entry has seen, and that
 * are not being uploaded. */
size_t media_check_files(const struct media_check *check);
const char **media_check_orphans(struct media_check *check, size_t *count);

/* Deletes one of them. */
bool media_check_remove(struct media_check *check, const char *orphan, struct error *error);

#endif
