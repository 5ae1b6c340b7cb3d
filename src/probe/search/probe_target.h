/* What is searched for places to probe: the kernel, a module, or a program; and how. */
#ifndef PROBE_SEARCH_PROBE_TARGET_H
#define PROBE_SEARCH_PROBE_TARGET_H

#include <stdbool.h>
#include <stdint.h>
#include "base/err.h"

enum { PROBE_MAX_PROBES = 128 }; /* when target->max_probes is 0 */

/* All texts are borrowed, and must live as long as the sources that were opened with it. */
struct probe_target {
	const char *exec;       /* a program's or library's absolute path; NULL: the kernel, or a module */
	const char *module;     /* its name ("nf_conntrack"), or the path of its file; NULL: the kernel itself */
	const char *vmlinux;    /* -k; NULL: searched for */
	const char *symfs;      /* NULL: none */
	const char *source_dir; /* -s: where the sources of the kernel are; NULL: where they were compiled */
	int32_t namespace_pid;  /* exec is a path in the mount namespace of that process; 0: in ours */
	bool offline;           /* only to show definitions (-D): the kernel need not be the running one */
	bool no_demangle, no_inlines;
	unsigned max_probes; /* 0: 128 */
	/* remarks that are no failure ("Skipping prologue."): with their newlines. level 0: for everybody; 1: for -v.
	 * NULL: nobody listens */
	void (*say)(void *ctx, int level, const char *text);
	void *say_ctx;
};

struct probe_source;
/* Copies nothing of the target, which must live as long. -errno with err: no such file, no kernel image, not ELF. */
int probe_source_open(const struct probe_target *target, struct probe_source **ret, struct err *err) _warn_unused_;
void probe_source_close(struct probe_source *source); /* NULL is fine */

#endif
