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
