/* Reporting errors, and counting what a document costs. */
#include "validator.h"

enum { MOST_LOCATIONS_OF_ONE = 200 };

struct buffer *validator_message(struct validator *validator)
{
	validator->message.len = 0;
	return &validator->message;
}

static struct graphql_error make_error(struct validator *validator, const graphql_offset *at, size_t count)
{
	struct graphql_error error = {.message = arena_copy(validator->arena, buffer_as_slice(&validator->message))};

	if (count > MOST_LOCATIONS_OF_ONE)
		count = MOST_LOCATIONS_OF_ONE;
	if (count > validator->locations_left)
		count = validator->locations_left;
	validator->locations_left -= count;
	graphql_offset *locations = arena_array(validator->arena, count, sizeof *locations);
	if (count)
		memcpy(locations, at, count * sizeof *locations);
	error.locations = locations;
	error.location_count = count;
	return error;
}

void validator_report_all(struct validator *validator, const graphql_offset *at, size_t count)
{
	struct part *part = validator->part;

	if (validator->aborted)
		return;
	if (part) {
		/* What comes behind the last error that can be shown needs no words. */
		if (validator->reported++ > validator->max_errors)
			return;
		part->errors = arena_grow(validator->arena, part->errors, part->error_count, &part->error_size,
		                          sizeof *part->errors);
		part->errors[part->error_count++] = make_error(validator, at, count);
		return;
	}
	if (validator->error_count > validator->max_errors)
		return;
	validator->errors = arena_grow(validator->arena, validator->errors, validator->error_count,
	                               &validator->error_size, sizeof *validator->errors);
	validator->errors[validator->error_count++] = make_error(validator, at, count);
}

void validator_report(struct validator *validator, graphql_offset at)
{
	validator_report_all(validator, &at, 1);
}

bool validator_work(struct validator *validator, size_t cost)
{
	if (validator->work_left < cost)
		validator->complex = true;
	else
		validator->work_left -= cost;
	return !validator->complex;
}
