#include "reader.h"

bool reader_refuse(struct reader *reader, struct slice key)
{
	return error_validation(reader->error, "Invalid parameter %.*s", slice_shown_length(key, 200), key.ptr);
}

bool reader_may_follow(const struct reader *reader, const struct content_type *type, const struct attribute *attribute)
{
	const struct registry *registry = reader->request->registry;
	if (attribute->type != ATTRIBUTE_RELATION || !attribute->target)
		return true;
	/* Who has a role is nobody's business, whatever was granted. */
	if (type == registry->role && attribute->target == registry->user)
		return false;
	if (attribute->creator && type->populate_creator_fields)
		return true;
	return reader->request->rights.may_find(reader->request->rights.context, attribute->target);
}

/* What is private of admins is asked for by nobody: their codes could be guessed from what a filter finds. */
bool reader_hides(const struct reader *reader, const struct content_type *type, const struct attribute *attribute)
{
	return attribute->is_private && (!reader->request->trusted || type == reader->request->registry->admin_user);
}

static bool breaks(const struct reader *reader, enum rule rule, const struct content_type *type,
                   const struct attribute *attribute)
{
	switch (rule) {
	case RULE_DYNAMIC_ZONE:
		return attribute->type == ATTRIBUTE_DYNAMICZONE;
	case RULE_MORPH:
		return attribute_is_morph_to(attribute);
	case RULE_PASSWORD:
		return attribute->type == ATTRIBUTE_PASSWORD;
	case RULE_PRIVATE:
		return reader_hides(reader, type, attribute);
	case RULE_RIGHTS:
		return !reader_may_follow(reader, type, attribute);
	case RULE_KNOWN:
	case RULE_NOT_EMPTY:
		break;
	}
	return false;
}

bool reader_check_attribute(struct reader *reader, enum rule rule, const struct content_type *type, struct slice key,
                            const struct attribute *attribute)
{
	if (attribute ? breaks(reader, rule, type, attribute) : rule == RULE_KNOWN)
		return reader_refuse(reader, key);
	return true;
}

const struct attribute *reader_attribute(const struct content_type *type, struct slice key)
{
	const struct attribute *attribute = model_attribute(type, key);
	return attribute ? attribute : map_get(&type->by_column, key);
}

const struct content_type *reader_target(const struct attribute *attribute)
{
	return attribute_is_scalar(attribute) ? NULL : attribute->target;
}

bool reader_count_populate(struct reader *reader)
{
	if (++reader->populates > QUERY_MOST_POPULATES)
		return error_validation(reader->error,
		                        "The populate parameter asks for too much. Expected at most %d relations",
		                        QUERY_MOST_POPULATES);
	return true;
}
