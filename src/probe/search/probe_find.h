/* Places and variables in debug information: what `perf probe` asks of a program, the kernel or a module.
 *
 *     struct probe_source *source;
 *     probe_source_open(&target, &source, err);
 *     probe_find_events(source, &definition, &events, err);
 *     probe_source_close(source);
 *
 * One definition makes an event for each of its places: all inlined copies, all that a wildcard matches.
 *
 * Without debug information places are functions (of symbol tables), offsets in them and addresses. */
#ifndef PROBE_SEARCH_PROBE_FIND_H
#define PROBE_SEARCH_PROBE_FIND_H

#include "base/outbuf.h"
#include "kernel/kernelfs.h"
#include "probe/definition/probe_definition.h"
#include "probe/definition/probe_event.h"
#include "probe/search/probe_target.h"

/* Appends the events of a definition that is no marker: without group and name; with the function's name in symbol. At
 * least one, or: -ENOENT with err. definition->arguments may be "$vars" and "$params", which become those there are at
 * each place. */
int probe_find_events(struct probe_source *source, const struct probe_definition *definition,
		      struct probe_events *events, struct err *err) _warn_unused_;

/* The other way round: where the source has an event that the kernel told of, as a point with a function (owned by the
 * caller, as its file is) and a file, and with a line (the function's own counts as none) or an offset. As upstream,
 * seen from outside: the start of a function is the function; where the row of the line table that covers the address
 * starts a statement, its line, in the innermost function at the address which was not inlined in just that line;
 * elsewhere the offset in the function with the symbol. False: that is not known. */
bool probe_find_place(struct probe_source *source, const struct probe_event *event, struct probe_point *ret);

/* What -L prints: the source of the lines, with the numbers of those that can be probed, to out. 0, or -errno with err:
 * no debug information, no such function or lines, no source. */
int probe_find_lines(struct probe_source *source, const struct probe_lines *lines, struct outbuf *out,
		     struct err *err) _warn_unused_;

struct glob_filter;
/* What -V prints of one point. */
struct probe_vars_options {
	bool externs, ranges;
	const struct glob_filter *filter;
};
/* Prints the variables at each place of the point. 0, or -errno with err. */
int probe_find_vars(struct probe_source *source, const struct probe_point *point,
		    const struct probe_vars_options *options, struct outbuf *out, struct err *err) _warn_unused_;
/* What -F prints: names of functions and markers of code that the filter wants, sorted, each on a line. 0, or -errno
 * with err: no symbols. */
int probe_find_functions(struct probe_source *source, const struct glob_filter *filter, struct outbuf *out,
			 struct err *err) _warn_unused_;

/* address_symbols.c: the symbols in address filters (event/spec/address_filter.h) become numbers: offsets into the
 * named file, addresses of the running kernel.
 *
 * Filters as the user writes them -> as the kernel takes them, with commas between: "filter main @ ./a.out" -> "filter
 * 0x1130/0x2a@/tmp/a.out". Only functions count. fs: whose proc/kallsyms tells of the kernel. -EINVAL, -ENOENT or
 * -EPERM with err: the form is wrong, a symbol or file is not there, there are several of a name (all are listed, as
 * upstream does). ret gets text appended, or is left alone. */
int address_symbols_resolve(const char *text, const struct kernelfs *fs, struct strbuf *ret, struct err *err);

#endif
