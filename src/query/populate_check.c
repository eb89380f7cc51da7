/* The check of what stands inside of a populate: sort, filters and fields at any depth. */
#include "populate_check.h"
#include "fields.h"
#include "filters_check.h"
#include "sort.h"

static bool check_members(struct reader *reader, const struct content_type *type, const struct param *param,
                          bool rights);

static bool check_each_type(struct reader *reader, const struct param *on, bool rights)
{
	if (on->kind != PARAM_OBJECT)
		return true;
	for (const struct param *at = on->first; at; at = at->next) {
		const struct content_type *type = model_type(reader->request->registry, at->key);
		if (type && !check_members(reader, type, at, rights))
			return false;
	}
	return true;
}

static bool check_keyword(struct reader *reader, const struct content_type *type, const struct param *param,
                          bool rights)
{
	if (param->kind == PARAM_NULL)
		return true;
	if (slice_is(param->key, "sort"))
		return sort_check(reader, type, param, rights);
	if (slice_is(param->key, "filters"))
		return filters_check(reader, type, param, rights);
	if (slice_is(param->key, "fields"))
		return fields_check(reader, type, param);
	if (slice_is(param->key, "populate"))
		return check_members(reader, type, param, rights);
	return !slice_is(param->key, "on") || check_each_type(reader, param, rights);
}

static bool check_attribute(struct reader *reader, const struct attribute *attribute, const struct param *param,
                            bool rights)
{
	if (attribute->type == ATTRIBUTE_DYNAMICZONE) {
		for (size_t i = 0; i < attribute->component_count; i++)
			if (!check_members(reader, attribute->components[i], param, rights))
				return false;
		return true;
	}
	if (attribute_is_morph_to(attribute)) {
		const struct param *on = param_get(param, "on");
		return !on || check_each_type(reader, on, rights);
	}
	return attribute_is_scalar(attribute) || check_members(reader, attribute->target, param, rights);
}

static bool check_members(struct reader *reader, const struct content_type *type, const struct param *param,
                          bool rights)
{
	if (param->kind != PARAM_OBJECT)
		return true;
	for (const struct param *at = param->first; at; at = at->next) {
		const struct attribute *attribute = reader_attribute(type, at->key);
		if (!reader_count_populate(reader))
			return false;
		if (attribute ? !check_attribute(reader, attribute, at, rights)
		              : !check_keyword(reader, type, at, rights))
			return false;
	}
	return true;
}

bool populate_check(struct reader *reader, const struct content_type *type, const struct param *param)
{
	bool good = check_members(reader, type, param, false);
	reader->populates = 0;
	good = good && check_members(reader, type, param, true);
	reader->populates = 0;
	return good;
}
