#include "findings.h"

void findings_init(struct findings *findings, struct arena *arena)
{
	*findings = (struct findings){.arena = arena};
}

struct finding *findings_add(struct findings *findings, enum finding_kind kind, const char *file, const char *path,
                             const char *format, ...)
{
	va_list args;
	if (findings->count++ >= FINDINGS_KEPT)
		return NULL;
	struct finding *finding = arena_alloc(findings->arena, sizeof *finding);
	*finding = (struct finding){.kind = kind, .file = file, .path = path};
	va_start(args, format);
	finding->message = arena_format_list(findings->arena, format, args);
	va_end(args);
	if (findings->last)
		findings->last->next = finding;
	else
		findings->first = finding;
	findings->last = finding;
	return finding;
}

size_t findings_of_kind(const struct findings *findings, enum finding_kind kind)
{
	size_t count = 0;
	for (const struct finding *finding = findings->first; finding; finding = finding->next)
		count += finding->kind == kind;
	return count;
}
