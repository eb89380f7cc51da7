#include "entities.h"
#include "db_query.h"
#include "db_write.h"
#include "entity_read.h"
#include "entity_write.h"
#include "host/tags.h"
#include "parts.h"
#include "rows.h"

#include <stdarg.h>
#include <stdio.h>

static bool run(struct service_call *call, struct error *error);

/* In the order of entity_services. */
static method_function *const methods[] = {
    db_update_relations,
    db_count,
    db_create,
    db_create_many,
    db_delete,
    db_delete_many,
    db_find_many,
    db_find_one,
    db_find_page,
    db_find_with_count,
    db_load,
    db_load_pages,
    db_populate,
    db_update,
    db_update_many,
    db_update_relations,
    rows_count,
    rows_delete,
    rows_insert,
    rows_select,
    rows_update,
    entity_check,
    entity_count,
    entity_create,
    entity_delete,
    entity_delete_many,
    entity_find_many,
    entity_find_one,
    entity_find_page,
    entity_find_many,
    entity_find_page,
    entity_load,
    entity_load_pages,
    entity_notify_created,
    entity_selection,
    entity_update,
};

const struct service entity_services[] = {
    {"db.query.attachRelations", true, run},
    {"db.query.count", false, run},
    {"db.query.create", true, run},
    {"db.query.createMany", true, run},
    {"db.query.delete", true, run},
    {"db.query.deleteMany", true, run},
    {"db.query.findMany", false, run},
    {"db.query.findOne", false, run},
    {"db.query.findPage", false, run},
    {"db.query.findWithCount", false, run},
    {"db.query.load", false, run},
    {"db.query.loadPages", false, run},
    {"db.query.populate", false, run},
    {"db.query.update", true, run},
    {"db.query.updateMany", true, run},
    {"db.query.updateRelations", true, run},
    {"db.queryBuilder.count", false, run},
    {"db.queryBuilder.delete", true, run},
    {"db.queryBuilder.insert", true, run},
    {"db.queryBuilder.select", false, run},
    {"db.queryBuilder.update", true, run},
    {"entityService.check", false, run},
    {"entityService.count", false, run},
    {"entityService.create", true, run},
    {"entityService.delete", true, run},
    {"entityService.deleteMany", true, run},
    {"entityService.findMany", false, run},
    {"entityService.findOne", false, run},
    {"entityService.findPage", false, run},
    {"entityService.findWithRelationCounts", false, run},
    {"entityService.findWithRelationCountsPage", false, run},
    {"entityService.load", false, run},
    {"entityService.loadPages", false, run},
    {"entityService.notifyCreated", true, run},
    {"entityService.selection", false, run},
    {"entityService.update", true, run},
};

const size_t entity_service_count = COUNT_OF(entity_services);

_Static_assert(COUNT_OF(methods) == COUNT_OF(entity_services), "each service has its method");

static const struct content_type *find_type(const struct registry *registry, struct slice uid)
{
	const struct content_type *type = model_type(registry, uid);
	return type ? type : model_internal(registry, uid);
}

static bool run(struct service_call *call, struct error *error)
{
	const bool of_entities = strncmp(call->service->name, "entityService.", 14) == 0;
	struct slice uid = json_string(service_argument(call, 0));
	call->content.yields = call->content.yields_early = true;
	struct method_call method = {.registry = call->registry,
	                             .content = &call->content,
	                             .arena = call->content.arena,
	                             .type = find_type(call->registry, uid),
	                             .arguments = call->arguments,
	                             .signs_urls = of_entities,
	                             .value = &call->value,
	                             .error = error};
	if (!method.type)
		return method_fail(&method, "Metadata for \"%.*s\" not found", slice_shown_length(uid, 200), uid.ptr);
	if (!methods[call->service - entity_services](&method)) {
		if (of_entities)
			query_tell_validation(error);
		return false;
	}
	tags_escape(&call->value);
	return true;
}
