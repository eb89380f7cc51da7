#include "member.h"

bool member_is_file_name(const char *name)
{
	const size_t len = strlen(name);
	return len && len < 256 && name[0] != '.' && !strchr(name, '/');
}
