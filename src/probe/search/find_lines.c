/* perf probe -L: the source, with numbers before the lines that can be probed.
 *
 *   <work@/src/a.c:0>
 *         0  int work(int n)
 *            {
 *         2          int sum = n;
 *
 * The lines are found by place_search.c (line_search), their text is read by symbol/source_code. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "probe/search/place_search.h"
#include "base/printable.h"
#include "probe/search/probe_find.h"
#include "symbol/source_code.h"

enum { LINES_BEHIND = 3 }; /* shown after the last that can be probed */

/* Where the source is to be read: below --source, where that has it. The caller frees. */
static char *source_path(const struct probe_source *source, const char *path)
{
	const char *directory = source->target->source_dir;
	if (!directory) return xstrdup(path);
	/* the longest part of the path that is there */
	for (const char *part = path; part; part = strchr(part + 1, '/')) {
		char *moved = xasprintf("%s%s%s", directory, *part == '/' ? "" : "/", part);
		if (access(moved, R_OK) == 0) return moved;
		free(moved);
	}
	return xstrdup(path);
}

/* Prints the lines wanted, those that can be probed with their number (from the function's first, or of the file).
 * Numbers count from the function's declaration when a function was asked for (list->first), else from the beginning of
 * the file (first is 0). Without an end of its own the listing ends some lines behind the last one that can be probed.
 */
static int show(const struct probe_source *source, const struct probe_lines *wanted, const struct line_list *list,
		struct outbuf *out, struct err *err)
{
	_free_ char *path = source_path(source, list->path), *whole = realpath(path, NULL);
	const char *opened = whole ? whole : path; /* -s may be relative */
	struct source_code *code = source_code_new(source->target->symfs);
	const char *text;
	size_t size, next = 0;
	int64_t number = list->first + wanted->first, last_marked = list->lines.items[list->lines.count - 1];
	int64_t last = last_marked + LINES_BEHIND;
	if (wanted->last != INT32_MAX) last = (int64_t)list->first + wanted->last;
	if (number < 1) number = 1;
	if (!source_code_line(code, opened, 1, &text, &size)) {
		source_code_free(code);
		err_set(err, -ENOENT, "Failed to open %s: No such file or directory", path);
		err_hint(err, "The source is looked for where it was compiled; -s names another directory, --symfs "
			      "another root.");
		return -ENOENT;
	}
	if (wanted->function) out_printf(out, "<%s@%s:%d>\n", wanted->function, path, wanted->first);
	else out_printf(out, "<%s:%d>\n", path, wanted->first);
	for (; number <= last && source_code_line(code, opened, (uint32_t)number, &text, &size); number++) {
		while (next < list->lines.count && list->lines.items[next] < number) next++;
		bool marked = next < list->lines.count && list->lines.items[next] == number;
		if (marked) out_printf(out, "%7d  ", (int)(number - list->first));
		else out_spaces(out, 9);
		out_lines(out, text, size);
		out_char(out, '\n');
	}
	source_code_free(code);
	return 0;
}

/* A function that debug information does not know may still be in the symbol table: then the error says so. */
int probe_find_lines(struct probe_source *source, const struct probe_lines *lines, struct outbuf *out, struct err *err)
{
	struct line_list list;
	int r = probe_source_need_debug_info(source, err);
	if (r >= 0) r = line_search(source, lines, &list, err);
	if (r < 0) return r;
	if (!list.path && lines->function && !lines->file &&
	    (r = probe_source_no_function(source, lines->function, err)) < 0)
		return r;
	if (list.lines.count) r = show(source, lines, &list, out, err);
	else if (lines->function && !lines->file) r = err_set(err, -ENOENT, "Specified source line is not found.");
	else r = err_set(err, -EOPNOTSUPP, "Debuginfo analysis failed.");
	line_list_done(&list);
	return r;
}
