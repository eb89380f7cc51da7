#include "attribute_types.h"

static const char *const types[] = {
    [ATTRIBUTE_ID] = "id",
    [ATTRIBUTE_STRING] = "string",
    [ATTRIBUTE_TEXT] = "text",
    [ATTRIBUTE_RICHTEXT] = "richtext",
    [ATTRIBUTE_ENUMERATION] = "enumeration",
    [ATTRIBUTE_EMAIL] = "email",
    [ATTRIBUTE_PASSWORD] = "password",
    [ATTRIBUTE_UID] = "uid",
    [ATTRIBUTE_DATE] = "date",
    [ATTRIBUTE_TIME] = "time",
    [ATTRIBUTE_DATETIME] = "datetime",
    [ATTRIBUTE_TIMESTAMP] = "timestamp",
    [ATTRIBUTE_INTEGER] = "integer",
    [ATTRIBUTE_BIGINTEGER] = "biginteger",
    [ATTRIBUTE_FLOAT] = "float",
    [ATTRIBUTE_DECIMAL] = "decimal",
    [ATTRIBUTE_BOOLEAN] = "boolean",
    [ATTRIBUTE_ARRAY] = "array",
    [ATTRIBUTE_JSON] = "json",
    [ATTRIBUTE_BLOCKS] = "blocks",
    [ATTRIBUTE_RELATION] = "relation",
    [ATTRIBUTE_MEDIA] = "media",
    [ATTRIBUTE_COMPONENT] = "component",
    [ATTRIBUTE_DYNAMICZONE] = "dynamiczone",
};

const char attribute_type_names[] =
    "string, text, richtext, enumeration, email, password, uid, date, time, datetime, timestamp, integer, "
    "biginteger, float, decimal, boolean, array, json, blocks, relation, media, component, dynamiczone";

static const char *const relations[] = {
    [RELATION_ONE_TO_ONE] = "oneToOne",     [RELATION_ONE_TO_MANY] = "oneToMany",
    [RELATION_MANY_TO_ONE] = "manyToOne",   [RELATION_MANY_TO_MANY] = "manyToMany",
    [RELATION_MORPH_TO_ONE] = "morphToOne", [RELATION_MORPH_TO_MANY] = "morphToMany",
    [RELATION_MORPH_ONE] = "morphOne",      [RELATION_MORPH_MANY] = "morphMany",
};

const char relation_kind_names[] =
    "oneToOne, oneToMany, manyToOne, manyToMany, morphToOne, morphToMany, morphOne, morphMany";

const char *attribute_type_name(enum attribute_type type)
{
	return types[type];
}

const char *relation_kind_name(enum relation_kind kind)
{
	return relations[kind];
}

bool attribute_type_of(const char *name, enum attribute_type *type)
{
	for (size_t i = ATTRIBUTE_STRING; i < COUNT_OF(types); i++)
		if (strcmp(types[i], name) == 0) {
			*type = (enum attribute_type)i;
			return true;
		}
	return false;
}

bool relation_kind_of(const char *name, enum relation_kind *kind)
{
	for (size_t i = 0; i < COUNT_OF(relations); i++)
		if (strcmp(relations[i], name) == 0) {
			*kind = (enum relation_kind)i;
			return true;
		}
	return false;
}

bool attribute_type_is_text(enum attribute_type type)
{
	return type >= ATTRIBUTE_STRING && type <= ATTRIBUTE_UID;
}
