/* The rules of blocks, the rich text that is kept as JSON: which nodes there are and what each must have. */
#include "blocks.h"

#define RULE_CHOICE(...)                                                                                            \
	{                                                                                                           \
		.kind = RULES_STRING, .presence = PRESENCE_REQUIRED, .choices = (const char *const[]){__VA_ARGS__}, \
		.choice_count = sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)                   \
	}

static const struct rules boolean = {.kind = RULES_BOOLEAN};
static const struct rules text = {.kind = RULES_STRING, .presence = PRESENCE_REQUIRED};
static const struct rules optional_text = {.kind = RULES_STRING, .nullable = true};
static const struct rules number = {.kind = RULES_NUMBER, .presence = PRESENCE_REQUIRED};
static const struct rules any = {.kind = RULES_ANY, .nullable = true};
static const struct rules object = {.kind = RULES_OBJECT, .presence = PRESENCE_REQUIRED};
static const struct rules text_node_text = {.kind = RULES_STRING, .form = FORM_TEXT_NODE};
static const struct rules link_url = {.kind = RULES_STRING, .form = FORM_LINK};
static const struct rules level = {.kind = RULES_NUMBER,
                                   .presence = PRESENCE_REQUIRED,
                                   .choices = (const char *const[]){"1", "2", "3", "4", "5", "6"},
                                   .choice_count = 6};
static const struct rules list_format = RULE_CHOICE("ordered", "unordered");

static const struct rules type_text = RULE_CHOICE("text");
static const struct rules type_link = RULE_CHOICE("link");
static const struct rules type_paragraph = RULE_CHOICE("paragraph");
static const struct rules type_heading = RULE_CHOICE("heading");
static const struct rules type_quote = RULE_CHOICE("quote");
static const struct rules type_code = RULE_CHOICE("code");
static const struct rules type_list = RULE_CHOICE("list");
static const struct rules type_list_item = RULE_CHOICE("list-item");
static const struct rules type_image = RULE_CHOICE("image");

static const struct rules texts = {.kind = RULES_LIST, .presence = PRESENCE_REQUIRED, .items = ITEMS_TEXT};
static const struct rules inlines = {.kind = RULES_LIST, .presence = PRESENCE_REQUIRED, .items = ITEMS_INLINE};

/* A node's children, of which there must be one. */
#define RULE_CHILDREN(which, message)                                                                           \
	{                                                                                                       \
		.kind = RULES_LIST, .presence = PRESENCE_REQUIRED, .items = (which), .has_min = true, .min = 1, \
		.min_message = (message)                                                                        \
	}
static const struct rules paragraph_children =
    RULE_CHILDREN(ITEMS_INLINE, "Paragraph node children must have at least one Text or Link node");
static const struct rules heading_children =
    RULE_CHILDREN(ITEMS_INLINE, "Heading node children must have at least one Text or Link node");
static const struct rules quote_children =
    RULE_CHILDREN(ITEMS_INLINE, "Quote node children must have at least one Text or Link node");
static const struct rules code_children =
    RULE_CHILDREN(ITEMS_TEXT, "Quote node children must have at least one Text or Link node");
static const struct rules list_children =
    RULE_CHILDREN(ITEMS_LIST, "List node children must have at least one ListItem or ListNode");

static const struct rules_field text_fields[] = {
    {"type", &type_text},    {"text", &text_node_text},   {"bold", &boolean}, {"italic", &boolean},
    {"underline", &boolean}, {"strikethrough", &boolean}, {"code", &boolean},
};
static const struct rules_field link_fields[] = {{"type", &type_link}, {"url", &link_url}, {"children", &texts}};
static const struct rules_field paragraph_fields[] = {{"type", &type_paragraph}, {"children", &paragraph_children}};
static const struct rules_field heading_fields[] = {
    {"type", &type_heading}, {"level", &level}, {"children", &heading_children}};
static const struct rules_field quote_fields[] = {{"type", &type_quote}, {"children", &quote_children}};
static const struct rules_field code_fields[] = {
    {"type", &type_code}, {"syntax", &optional_text}, {"children", &code_children}};
static const struct rules_field list_fields[] = {
    {"type", &type_list}, {"format", &list_format}, {"children", &list_children}};
static const struct rules_field list_item_fields[] = {{"type", &type_list_item}, {"children", &inlines}};
static const struct rules_field file_fields[] = {
    {"name", &text},      {"alternativeText", &optional_text},
    {"url", &text},       {"caption", &optional_text},
    {"width", &number},   {"height", &number},
    {"formats", &object}, {"hash", &text},
    {"ext", &text},       {"mime", &text},
    {"size", &number},    {"previewUrl", &optional_text},
    {"provider", &text},  {"provider_metadata", &any},
    {"createdAt", &text}, {"updatedAt", &text},
};
static const struct rules file = {.kind = RULES_OBJECT,
                                  .fields = file_fields,
                                  .field_count = sizeof file_fields / sizeof file_fields[0],
                                  .empty_default = true};
static const struct rules_field image_fields[] = {{"type", &type_image}, {"image", &file}, {"children", &inlines}};

const struct rules blocks_rules = {.kind = RULES_LIST, .items = ITEMS_BLOCK};

#define NODE(list, name, array)                                       \
	{                                                             \
		list, name, array, sizeof(array) / sizeof((array)[0]) \
	}

static const struct node {
	enum rules_items items;
	const char *type;
	const struct rules_field *fields;
	size_t field_count;
} nodes[] = {
    NODE(ITEMS_BLOCK, "paragraph", paragraph_fields),
    NODE(ITEMS_BLOCK, "heading", heading_fields),
    NODE(ITEMS_BLOCK, "quote", quote_fields),
    NODE(ITEMS_BLOCK, "list", list_fields),
    NODE(ITEMS_BLOCK, "image", image_fields),
    NODE(ITEMS_BLOCK, "code", code_fields),
    NODE(ITEMS_INLINE, "text", text_fields),
    NODE(ITEMS_INLINE, "link", link_fields),
    NODE(ITEMS_LIST, "list", list_fields),
    NODE(ITEMS_LIST, "list-item", list_item_fields),
};

static const char *refusal_of(enum rules_items items)
{
	switch (items) {
	case ITEMS_INLINE:
		return "Inline node must be Text or Link";
	case ITEMS_LIST:
		return "Inline node must be list-item or list";
	default:
		return "Block node is of invalid type";
	}
}

struct rules blocks_rules_of_item(enum rules_items items, struct json_object *item)
{
	struct rules rules = {.kind = RULES_OBJECT};
	if (items == ITEMS_TEXT) {
		rules.fields = text_fields;
		rules.field_count = sizeof text_fields / sizeof text_fields[0];
		return rules;
	}
	struct input_value type = input_value_member(item, "type");
	const char *name = json_object_is_type(type.value, json_type_string) ? json_object_get_string(type.value) : "";
	for (size_t i = 0; i < sizeof nodes / sizeof nodes[0]; i++) {
		if (nodes[i].items == items && strcmp(nodes[i].type, name) == 0) {
			rules.fields = nodes[i].fields;
			rules.field_count = nodes[i].field_count;
			return rules;
		}
	}
	return (struct rules){.kind = RULES_ANY, .nullable = true, .refusal = refusal_of(items)};
}
