#include "report.h"

static void add_text(struct buffer *text, const struct finding *finding)
{
	buffer_format(text, "%s: ", finding->file);
	if (finding->path)
		buffer_format(text, "%s: ", finding->path);
	buffer_format(text, "%s", finding->message);
	if (finding->remedy)
		buffer_format(text, ". %s", finding->remedy);
}

static void print_one(FILE *to, const char *before, const struct finding *finding)
{
	struct buffer text = {0};
	add_text(&text, finding);
	fprintf(to, "%s%.*s\n", before, (int)text.len, text.data);
	buffer_free(&text);
}

static void print_left_out(FILE *to, const struct findings *findings)
{
	if (findings->count > FINDINGS_KEPT)
		fprintf(to, "and %zu more\n", findings->count - FINDINGS_KEPT);
}

static bool is_of_group(const struct finding *finding, const char *group)
{
	return finding->group && strcmp(finding->group, group) == 0;
}

/* Prints the group that begins with `head`, unless one of it stands before: then it is printed already. */
static void print_group(FILE *to, const struct findings *findings, const struct finding *head)
{
	for (const struct finding *finding = findings->first; finding != head; finding = finding->next)
		if (is_of_group(finding, head->group))
			return;
	fprintf(to, "%s:\n", head->group);
	for (const struct finding *finding = head; finding; finding = finding->next)
		if (is_of_group(finding, head->group))
			print_one(to, "    ", finding);
}

void report_print(FILE *to, const struct findings *findings)
{
	for (const struct finding *finding = findings->first; finding; finding = finding->next)
		if (!finding->group)
			print_one(to, "", finding);
	for (const struct finding *finding = findings->first; finding; finding = finding->next)
		if (finding->group)
			print_group(to, findings, finding);
	print_left_out(to, findings);
}

static void print_kind(FILE *to, const struct findings *findings, enum finding_kind kind)
{
	for (const struct finding *finding = findings->first; finding; finding = finding->next)
		if (finding->kind == kind)
			print_one(to, "", finding);
}

void report_print_mistakes(FILE *to, const struct findings *findings)
{
	print_kind(to, findings, FINDING_MISTAKE);
	if (findings_of_kind(findings, FINDING_MISTAKE))
		print_left_out(to, findings);
}

static void log_kind(const struct findings *findings, enum log_level level, enum finding_kind kind)
{
	for (const struct finding *finding = findings->first; finding; finding = finding->next) {
		struct buffer text = {0};
		if (finding->kind != kind)
			continue;
		add_text(&text, finding);
		log_message(level, "%.*s", (int)text.len, text.data);
		buffer_free(&text);
	}
}

void report_log_mistakes(const struct findings *findings)
{
	log_kind(findings, LOG_ERROR, FINDING_MISTAKE);
}

bool report_permits(const struct findings *findings, const char *command, bool without_code)
{
	bool mistaken = findings_of_kind(findings, FINDING_MISTAKE) || findings->count > FINDINGS_KEPT;
	bool blocked = findings_of_kind(findings, FINDING_BLOCKS) && !without_code;
	report_print_mistakes(stderr, findings);
	if (blocked) {
		print_kind(stderr, findings, FINDING_BLOCKS);
		fprintf(stderr,
		        "lectern: %s does not start: the project has parts that lectern does not run, named "
		        "above%s\n",
		        command, mistaken ? "" : "; --without-code leaves them out");
	}
	if (mistaken || blocked)
		return false;
	log_kind(findings, LOG_WARNING, FINDING_BLOCKS);
	log_kind(findings, LOG_WARNING, FINDING_CLOSES);
	log_kind(findings, LOG_INFO, FINDING_TOLD);
	return true;
}
