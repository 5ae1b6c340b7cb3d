/* perf probe -L, -V, -F: what there is to probe: source lines with code, variables at a place, functions. All three
 * open the file's debug information (probe_source) before the pager, so that a file that cannot be read leaves the
 * screen alone; then they search it and print to stdout. An error of the search wins over one of the output. */
#include <unistd.h>
#include "cli/textout.h"
#include "cli/pager.h"
#include "commands/probe/probe_cmd.h"

/* -L: source lines of a function or file; those with code have a number and can be probed. */
int probe_cmd_lines(const struct probe_cmd_values *values, struct err *err)
{
	struct probe_target target = probe_cmd_target(values);
	struct probe_source *source = NULL;
	struct outbuf out;
	int r = probe_source_open(&target, &source, err);
	if (r < 0) return r;
	pager_start();
	textout_stdout(&out);
	r = probe_find_lines(source, &values->lines, &out, err);
	int closed = textout_close(&out, NULL);
	probe_source_close(source);
	return r < 0 ? r : closed;
}

/* -V: the variables that can be read at each of the places; --filter chooses among them, --externs adds those
 * outside functions. */
int probe_cmd_vars(const struct probe_cmd_values *values, struct err *err)
{
	struct probe_target target = probe_cmd_target(values);
	struct probe_vars_options options = { .externs = values->externs,
					      .ranges = values->range,
					      .filter = values->filter };
	struct glob_filter *own = NULL;
	struct probe_source *source = NULL;
	struct outbuf out;
	int r = probe_source_open(&target, &source, err);
	if (r < 0) return r;
	/* Upstream's usual filter: symbols that the kernel's build makes are no variables of anybody. */
	if (!options.filter && (r = glob_filter_new("!__k???tab_* & !__crc_*", &own, err)) < 0) return r;
	if (own) options.filter = own;
	pager_start();
	textout_stdout(&out);
	for (size_t i = 0; i < values->definitions.items.count && r >= 0; i++)
		r = probe_find_vars(source, &values->definitions.items.items[i].point, &options, &out, err);
	int closed = textout_close(&out, NULL);
	glob_filter_free(own);
	probe_source_close(source);
	return r < 0 ? r : closed;
}

/* -F: names of functions, one a line. */
int probe_cmd_functions(const struct probe_cmd_values *values, struct err *err)
{
	struct probe_target target = probe_cmd_target(values);
	const struct glob_filter *filter = values->filter;
	struct glob_filter *own = NULL;
	struct probe_source *source = NULL;
	struct outbuf out;
	int r = probe_source_open(&target, &source, err);
	if (r < 0) return r;
	/* Upstream's usual filter: no names that begin with _, and no entries of a procedure linkage table. */
	if (!filter && (r = glob_filter_new("!_* & !*@plt", &own, err)) < 0) return r;
	pager_start();
	textout_stdout(&out);
	r = probe_find_functions(source, filter ? filter : own, &out, err);
	int closed = textout_close(&out, NULL);
	glob_filter_free(own);
	probe_source_close(source);
	return r < 0 ? r : closed;
}
