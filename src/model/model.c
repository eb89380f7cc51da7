/* Looking things up in the registry. */
#include "model.h"

const struct content_type *model_type(const struct registry *registry, struct slice uid)
{
	return map_get(&registry->by_uid, uid);
}

const struct attribute *model_attribute(const struct content_type *type, struct slice name)
{
	return slice_is(name, "id") ? &type->id : map_get(&type->by_name, name);
}

const struct content_type *model_internal(const struct registry *registry, struct slice uid)
{
	for (size_t i = 0; i < registry->internal_count; i++)
		if (slice_is(uid, registry->internals[i]->uid))
			return registry->internals[i];
	return NULL;
}
