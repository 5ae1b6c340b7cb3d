#include "render/listing/coverage_text.h"

#include <inttypes.h>
#include "base/printable.h"

static double percent(const struct coverage_share *share)
{
	return share->all ? 100.0 * (double)share->hit / (double)share->all : 0;
}

/* " 84.44%    38/45   "; blank where there is nothing to execute. */
static void put_share(const struct coverage_share *share, struct outbuf *out)
{
	if (share->all) out_printf(out, "%7.2f%% %6" PRIu64 "/%-6" PRIu64, percent(share), share->hit, share->all);
	else out_printf(out, "%8s %6s %-6s", "-", "", "");
}

static void put_sum(const char *name, const struct coverage_share *share, struct outbuf *out)
{
	out_printf(out, "# %s: %" PRIu64 " of %" PRIu64, name, share->hit, share->all);
	if (share->all) out_printf(out, " (%.2f%%)", percent(share));
	out_char(out, '\n');
}

static void put_objects(const struct coverage *coverage, struct outbuf *out)
{
	out_lit(out, "#\n#   Functions               Lines known  Object\n#\n");
	for (size_t i = 0; i < coverage->objects.count; i++) {
		const struct coverage_object *object = &coverage->objects.items[i];
		put_share(&object->functions, out);
		out_printf(out, "   %11s  ", object->has_lines ? "yes" : "no");
		out_name(out, object->name);
		out_char(out, '\n');
	}
}

static void put_files(const struct coverage *coverage, struct outbuf *out)
{
	out_lit(out, "#\n#   Lines                 Functions             Branches              Source file\n#\n");
	for (size_t i = 0; i < coverage->files.count; i++) {
		const struct coverage_file *file = &coverage->files.items[i];
		put_share(&file->sums.lines, out);
		put_share(&file->sums.functions, out);
		put_share(&file->sums.branches, out);
		out_char(out, ' ');
		out_name(out, file->path);
		out_char(out, '\n');
	}
}

static void put_functions(const struct coverage *coverage, struct outbuf *out)
{
	out_lit(out, "#\n#   Lines                 Branches                 Count  Function\n#\n");
	for (size_t i = 0; i < coverage->files.count; i++) {
		const struct coverage_file *file = &coverage->files.items[i];
		for (size_t j = 0; j < file->functions.count; j++) {
			const struct coverage_function *function = &file->functions.items[j];
			put_share(&function->lines, out);
			put_share(&function->branches, out);
			out_printf(out, "%10" PRIu64 "  ", function->count);
			out_name(out, function->name);
			out_lit(out, "  ");
			out_name(out, file->path);
			out_printf(out, ":%" PRIu32 "\n", function->line);
		}
	}
}

/* Lines that were never executed, with code and nothing that was executed between: "12-15". */
static void put_unexecuted(const struct coverage_file *file, struct outbuf *out)
{
	for (size_t i = 0, next; i < file->lines.count; i = next) {
		const struct coverage_line *first = &file->lines.items[i];
		for (next = i; next < file->lines.count && !file->lines.items[next].count;) next++;
		if (next == i) {
			next++;
			continue;
		}
		const struct coverage_line *last = &file->lines.items[next - 1];
		out_name(out, file->path);
		out_printf(out, ":%" PRIu32, first->line);
		if (last != first) out_printf(out, "-%" PRIu32, last->line);
		out_printf(out, "  never executed\n");
	}
}

static void put_one_way(const struct coverage_file *file, struct outbuf *out)
{
	for (size_t i = 0; i < file->branches.count; i++) {
		const struct coverage_branch *branch = &file->branches.items[i];
		if (!branch->taken == !branch->passed) continue;
		out_name(out, file->path);
		out_printf(out, ":%" PRIu32 "  jump %s (%s %" PRIu64 ")\n", branch->line,
			   branch->taken ? "always taken" : "never taken", branch->taken ? "taken" : "passed",
			   branch->taken + branch->passed);
	}
}

static void put_lines(const struct coverage *coverage, struct outbuf *out)
{
	out_lit(out, "#\n# Lines that were never executed, and conditional jumps that only ever went one way\n#\n");
	for (size_t i = 0; i < coverage->files.count; i++) {
		put_unexecuted(&coverage->files.items[i], out);
		put_one_way(&coverage->files.items[i], out);
	}
}

/* What cannot be told by lines. */
static void put_unlined(const struct coverage *coverage, struct outbuf *out)
{
	for (size_t i = 0; i < coverage->objects.count; i++) {
		const struct coverage_object *object = &coverage->objects.items[i];
		uint64_t unlined = object->has_lines ? object->nr_unlined : object->functions.hit;
		if (object->has_lines && !unlined) continue;
		out_lit(out, "# Without line information: ");
		out_name(out, object->name);
		out_printf(out, ", %" PRIu64 " function%s executed\n", unlined, unlined == 1 ? "" : "s");
	}
}

void coverage_text(const struct coverage *coverage, const struct coverage_text_options *options, struct outbuf *out)
{
	put_sum("Lines executed", &coverage->sums.lines, out);
	put_sum("Functions executed", &coverage->sums.functions, out);
	put_sum("Directions of conditional jumps", &coverage->sums.branches, out);
	put_unlined(coverage, out);
	if (options->objects) put_objects(coverage, out);
	if (options->files) put_files(coverage, out);
	if (options->functions) put_functions(coverage, out);
	if (options->lines) put_lines(coverage, out);
}
