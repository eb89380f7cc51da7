#include "custom_fields.h"

#include "attribute_types.h"

/* What the plugins register at Strapi's server, in server/register or dist/server of their packages on npm. */
static const struct model_custom_field known[] = {
    {"plugin::color-picker.color", ATTRIBUTE_STRING},      /* @strapi/plugin-color-picker */
    {"plugin::ckeditor.CKEditor", ATTRIBUTE_RICHTEXT},     /* @ckeditor/strapi-plugin-ckeditor */
    {"plugin::ckeditor5.CKEditor", ATTRIBUTE_RICHTEXT},    /* @_sh/strapi-plugin-ckeditor */
    {"plugin::multi-select.multi-select", ATTRIBUTE_JSON}, /* strapi-plugin-multi-select */
    {"plugin::tagsinput.tags", ATTRIBUTE_JSON},            /* strapi-plugin-tagsinput */
    {"plugin::country-select.country", ATTRIBUTE_STRING},  /* strapi-plugin-country-select */
    {"plugin::strapi-advanced-uuid.uuid", ATTRIBUTE_UID},  /* strapi-advanced-uuid */
    {"plugin::oembed.oembed", ATTRIBUTE_JSON},             /* strapi-plugin-oembed */
    {"plugin::react-icons.icon", ATTRIBUTE_STRING},        /* strapi-plugin-react-icons */
};

/* As Strapi's registry of custom fields allows them. */
bool model_custom_field_type(const char *name, enum attribute_type *type)
{
	return attribute_type_of(name, type) && *type <= ATTRIBUTE_LAST_SCALAR && *type != ATTRIBUTE_ARRAY &&
	       *type != ATTRIBUTE_BLOCKS && *type != ATTRIBUTE_TIMESTAMP;
}

static bool find(const struct model_custom_field *fields, size_t count, const char *name, enum attribute_type *type)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(fields[i].name, name) != 0)
			continue;
		*type = fields[i].type;
		return true;
	}
	return false;
}

/* What the configuration says counts, then what a database has, then what is known of the plugin. */
static bool find_type(const struct model_options *options, const struct content_type *type,
                      const struct attribute *attribute, const char *name, enum attribute_type *found)
{
	if (options && find(options->custom_fields, options->custom_field_count, name, found))
		return true;
	if (options && options->stored_type && options->stored_type(options->context, type, attribute->name, found))
		return true;
	return find(known, COUNT_OF(known), name, found);
}

bool custom_field_read(const struct place *place, const struct content_type *type, struct attribute *attribute)
{
	const char *name = member_text(place, "customField");
	if (!member_any(place, "customField"))
		member_mistake(place, "customField", "expected the name of a custom field, as \"plugin::name.field\"");
	if (!name)
		return false;
	if (find_type(place->mistakes->options, type, attribute, name, &attribute->type))
		return true;
	member_mistake(place, "customField",
	               "unknown custom field %s, and no column of a database tells its type; write the type that its "
	               "plugin registers for it into config/custom-fields.json: {\"types\": {\"%s\": \"string\"}}",
	               name, name);
	return false;
}
