/* What tests of execution share: a query prepared, and run to its end. */
#ifndef LECTERN_GRAPHQL_EXECUTE_FIXTURE_H
#define LECTERN_GRAPHQL_EXECUTE_FIXTURE_H

#include "graphql/graphql.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* Sets the request's document and operation: the text is one, and of one operation. Its schema is finished. */
static inline struct graphql_execution *prepare_query(struct graphql_request *request, const char *query)
{
	struct graphql_error syntax;
	const struct graphql_error *errors;
	const char *message;
	size_t count;
	struct graphql_document *document = graphql_parse(request->arena, slice_of(query), NULL, &syntax);
	assert_non_null(document);
	graphql_collect_ahead(request->arena, request->schema, document);
	request->document = document;
	request->operation = graphql_choose_operation(request->arena, request->document, (struct slice){0}, &message);
	assert_non_null(request->operation);
	struct graphql_execution *execution = graphql_prepare(request, &errors, &count);
	assert_non_null(execution);
	return execution;
}

/* The whole answer, in `arena`. */
static inline const char *run_to_end(struct graphql_execution *execution, struct arena *arena)
{
	struct buffer buffer = {0};
	for (size_t i = 0; i < graphql_root_fields(execution)->count; i++)
		graphql_run_field(execution, i);
	graphql_write_answer(execution, &buffer);
	const char *copy = arena_copy(arena, buffer_as_slice(&buffer));
	buffer_free(&buffer);
	graphql_end(execution);
	return copy;
}

#endif
