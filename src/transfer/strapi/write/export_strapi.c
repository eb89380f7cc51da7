/* Archives as `strapi export` writes them. */
#include "schema.h"
#include "transfer/strapi/cipher.h"
#include "write.h"

static bool write_schemas(struct strapi_writing *writing)
{
	struct jsonl jsonl;
	bool done = jsonl_open(&jsonl, &writing->writer, STRAPI_SCHEMAS);
	for (int components = 0; done && components < 2; components++) {
		size_t count;
		const struct listed_model *models =
		    model_list(writing->call.arena, writing->registry, components, &count);
		for (size_t i = 0; done && i < count; i++) {
			strapi_write_schema(&writing->line, writing->call.arena, &models[i]);
			done = jsonl_add(&jsonl, &writing->line);
		}
	}
	done = done && jsonl_finish(&jsonl);
	jsonl_close(&jsonl);
	return done;
}

static bool write_metadata(struct strapi_writing *writing)
{
	struct buffer *text = &writing->line;
	buffer_text(text, "{\n  \"createdAt\": ");
	json_write_datetime(text, datetime_now());
	buffer_text(text, ",\n  \"strapi\": {\n    \"version\": ");
	json_write_string(text, slice_of(writing->options->version));
	buffer_text(text, "\n  }\n}");
	return member_write_text(&writing->writer, STRAPI_METADATA, buffer_as_slice(text));
}

/* In Strapi's order. */
static bool write_members(struct strapi_writing *writing)
{
	const struct transfer_parts *parts = &writing->options->parts;
	return write_schemas(writing) && (!parts->content || strapi_write_entities(writing)) &&
	       (!parts->files || strapi_write_assets(writing)) && (!parts->content || strapi_write_links(writing)) &&
	       (!parts->settings || strapi_write_configuration(writing)) && write_metadata(writing);
}

static la_ssize_t write_encrypted(struct archive *archive, void *cipher, const void *bytes, size_t len)
{
	(void)archive;
	return cipher_write(cipher, bytes, len) ? (la_ssize_t)len : -1;
}

static bool write_archive(struct strapi_writing *writing, FILE *out, struct cipher *cipher)
{
	struct archive *archive = writing->writer.archive;
	libarchive.archive_write_set_format_gnutar(archive);
	if (writing->options->compressed)
		libarchive.archive_write_add_filter_gzip(archive);
	libarchive.archive_write_set_bytes_in_last_block(archive, 1);
	const int opened = cipher ? libarchive.archive_write_open(archive, cipher, NULL, write_encrypted, NULL)
	                          : libarchive.archive_write_open_FILE(archive, out);
	if (opened != ARCHIVE_OK)
		return member_write_fail(&writing->writer, "The output can't be written");
	if (!write_members(writing))
		return false;
	return (libarchive.archive_write_close(archive) == ARCHIVE_OK && (!cipher || cipher_finish(cipher)) &&
	        fflush(out) == 0) ||
	       member_write_fail(&writing->writer, "The output can't be written");
}

static bool with_session(struct strapi_writing *writing, struct store *store, FILE *out, struct arena *arena)
{
	struct cipher *cipher = NULL;
	if (!store_begin(store, 0, arena, &writing->call.session, writing->error))
		return false;
	store_use_arena(writing->call.session, writing->call.arena);
	store_take_time(writing->call.session);
	progress_start(&writing->progress, writing->options->progress, "Exporting", 0);
	writing->progress.unit = "entries and links";
	bool done = !writing->options->key || (cipher = cipher_open(out, writing->options->key, true, writing->error));
	done = done && write_archive(writing, out, cipher);
	progress_end(&writing->progress);
	cipher_close(cipher);
	store_end(writing->call.session);
	return done;
}

bool transfer_export_strapi(struct store *store, const struct registry *registry, FILE *out,
                            const struct transfer_strapi_options *options, struct transfer_strapi_result *result,
                            struct error *error)
{
	struct arena *arena = arena_create();
	struct strapi_writing writing = {
	    .options = options,
	    .registry = registry,
	    .tables = transfer_describe(arena, registry),
	    .writer = {.error = error},
	    .call = {.content = content_open(registry, 1), .arena = arena_create()},
	    .result = result,
	    .error = error,
	};
	*result = (struct transfer_strapi_result){.entries = 0};
	bool done = libarchive_load(error);
	if (done) {
		writing.writer.archive = libarchive.archive_write_new();
		done = with_session(&writing, store, out, arena);
		libarchive.archive_write_free(writing.writer.archive);
	}
	buffer_free(&writing.line);
	content_close(writing.call.content);
	arena_destroy(writing.call.arena);
	arena_destroy(arena);
	return done;
}
