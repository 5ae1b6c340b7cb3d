/* New dynamic events: named, then written to the kernel one by one, or only named. */
#ifndef PROBE_PROBE_ADDING_H
#define PROBE_PROBE_ADDING_H

#include "kernel/probe_files.h"
#include "probe/definition/probe_definition.h"
#include "probe/definition/probe_event.h"

/* How events are added; the caller's, not changed. */
struct probe_adding {
	/* the kernel's files; NULL: nothing is written and no name is in use, as for `perf probe -D` */
	struct probe_files *files;
	/* force: take a numbered name where the plain one is in use; dry_run: names in use count, but nothing is
	 * written */
	bool force, dry_run;
	struct strbuf *remarks; /* a line for each place that was left out; NULL: nobody reads them */
};

/* Gives the events of one definition their names and writes them. events: all of one kind (program or kernel), without
 * names; those that were left out are taken away. All have the name that the definition gives, where the kernel lets
 * several places share one; else they are numbered. A place in a function that the kernel does not trace is left out
 * when there are others. A failure leaves those before it in the kernel, as upstream does: -EEXIST, -EINVAL ... with
 * err, and the kernel's own words as its hint. */
int probe_adding_write(const struct probe_adding *adding, const struct probe_definition *definition,
		       struct probe_events *events, struct err *err) _warn_unused_;

/* "probe_t:foo          (on foo in /tmp/t with a)": how an event is listed. place: "foo", "foo:3@a.c"; names: of the
 * arguments, with a blank before each. */
void probe_adding_format(const struct probe_event *event, const char *place, const char *names, struct strbuf *out);
/* "ftrace.event.kprobes.vfs_read.probe = '_text+4393360 ret=%di'": as a line of the kernel's boot configuration
 * (Documentation/trace/boottime-trace). */
void probe_adding_format_bootconfig(const struct probe_event *event, struct strbuf *out);
/* The definition as users wrote it, after the place: " a nm=p->arr[2]:x32 str:string". */
void probe_adding_format_arguments(const struct probe_definition *definition, struct strbuf *out);

#endif
