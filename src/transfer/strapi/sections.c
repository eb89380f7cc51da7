#include "sections.h"

void strapi_sections_init(struct strapi_sections *sections, struct arena *arena)
{
	*sections = (struct strapi_sections){.found = false};
	map_init(&sections->assets, arena);
}

void strapi_sections_close(struct strapi_sections *sections)
{
	for (size_t i = 0; i < STRAPI_SECTIONS; i++)
		if (sections->files[i])
			fclose(sections->files[i]);
}

bool strapi_section_of(const char *path, enum strapi_section *section)
{
	static const char ending[] = ".jsonl";
	const size_t len = strlen(path);
	for (size_t i = 0; i < STRAPI_SECTIONS; i++) {
		const size_t prefix = strlen(strapi_section_names[i]);
		if (strncmp(path, strapi_section_names[i], prefix) != 0 || path[prefix] != '/')
			continue;
		*section = (enum strapi_section)i;
		return !strchr(path + prefix + 1, '/') && len > prefix + sizeof ending &&
		       strcmp(path + len - (sizeof ending - 1), ending) == 0;
	}
	return false;
}
