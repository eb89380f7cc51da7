/* The PostgreSQL driver, as the other files of the folder make it. */
#include "dialect.h"
#include "rows.h"
#include "session.h"

const struct driver postgres_driver = {
    .name = "postgres",
    .strict_ids = true,
    .elsewhere = true,
    .dialect = {.placeholder = postgres_write_placeholder,
                .ids_table = postgres_write_ids_table,
                .in_ids = postgres_write_in_ids,
                .as_text = postgres_write_as_text,
                .regular_expression = postgres_regular_expression,
                .search_operator = " ILIKE ",
                .search_suffix = "",
                .cuts_pages = true,
                .continue_ids = postgres_write_continue_ids},
    .open = postgres_open,
    .close = postgres_close,
    .begin = postgres_begin,
    .end = postgres_end,
    .begin_primary = postgres_begin_primary,
    .use_budget = postgres_use_budget,
    .limit_reads = postgres_limit_reads,
    .turn = postgres_turn,
    .begin_write = postgres_begin_write,
    .commit = postgres_commit,
    .roll_back = postgres_roll_back,
    .savepoint = postgres_savepoint,
    .version = postgres_version,
    .version_seen = postgres_version_seen,
    .run = postgres_run,
    .raw = postgres_raw,
    .execute = postgres_execute,
    .next = postgres_next,
    .cell = postgres_cell,
    .finish = postgres_finish,
};
