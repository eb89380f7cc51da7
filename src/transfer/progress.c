#include "progress.h"

enum { LINES_A_LOOK = 256, MS_A_SHOW = 200 };

void progress_start(struct transfer_progress *progress, FILE *out, const char *title, int64_t total)
{
	int64_t now = datetime_now();
	*progress = (struct transfer_progress){
	    .out = out, .title = title, .unit = "lines", .total = total, .began = now, .shown = now};
}

static void show_bar(const struct transfer_progress *progress)
{
	static const char full[] = "##############################", empty[] = "..............................";
	const int64_t width = sizeof full - 1;
	const int64_t filled = progress->done < progress->total ? progress->done * width / progress->total : width;
	fprintf(progress->out, "[%.*s%.*s] ", (int)filled, full, (int)(width - filled), empty);
}

static void show(struct transfer_progress *progress, int64_t now)
{
	double seconds = (double)(now - progress->began) / 1000;
	double rate = seconds > 0 ? (double)progress->done / seconds : 0;
	fprintf(progress->out, "\r%s: ", progress->title);
	if (progress->total > 0)
		show_bar(progress);
	fprintf(progress->out, "%lld", (long long)progress->done);
	if (progress->total > 0)
		fprintf(progress->out, " of %lld", (long long)progress->total);
	fprintf(progress->out, " %s, %.0f a second \033[K", progress->unit, rate);
	fflush(progress->out);
	progress->shown = now;
}

void progress_start_files(struct transfer_progress *progress, FILE *out, const char *title, int64_t total)
{
	progress_start(progress, out, title, total);
	progress->unit = "files";
	progress->files = true;
}

void progress_step(struct transfer_progress *progress)
{
	progress->done++;
	if (!progress->out || (!progress->files && progress->done % LINES_A_LOOK))
		return;
	int64_t now = datetime_now();
	if (now - progress->shown >= MS_A_SHOW)
		show(progress, now);
}

double progress_end(struct transfer_progress *progress)
{
	int64_t now = datetime_now();
	if (progress->out) {
		show(progress, now);
		fputc('\n', progress->out);
	}
	return (double)(now - progress->began) / 1000;
}
