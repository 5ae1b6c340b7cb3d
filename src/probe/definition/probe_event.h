/* A dynamic event as the kernel defines it: one line of kprobe_events, uprobe_events or dynamic_events in tracefs
 * (Documentation/trace/kprobetrace and uprobetracer).
 *
 *     p:probe/icmp_rcv _text+12131248 type=+0(%ax):u8
 *     r64:probe/vfs_read__return vfs_read+0 ret=$retval
 *     p:probe/ctnetlink_new nf_conntrack_netlink:ctnetlink_new_conntrack+0
 *     p:probe_libc/malloc /usr/lib/x86_64-linux-gnu/libc.so.6:0x97ac0(0x1d2a3c) bytes=%di:u64
 *
 * What searches for places (probe_find) makes these without group and name; what adds them (probe_naming) gives names,
 * and probe_kernel writes them. */
#ifndef PROBE_DEFINITION_PROBE_EVENT_H
#define PROBE_DEFINITION_PROBE_EVENT_H

#include <stdbool.h>
#include "base/err.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "probe/definition/probe_definition.h"

enum probe_kind { PROBE_KPROBE, PROBE_KRETPROBE, PROBE_UPROBE, PROBE_URETPROBE };

/* "bytes=%di:u64": name and type may be NULL, the kernel then finds its own. All owned. */
struct probe_arg {
	char *name;  /* "bytes" */
	char *fetch; /* "%di", "+8(+0(%sp))", "$retval", "\5" */
	char *type;  /* "u64", "b4@0/32", "string", "u8[16]" */
};

/* All texts are owned, NULL where there is none. */
struct probe_event {
	enum probe_kind kind;
	char *group, *name;
	/* uprobes: the file's absolute path; kprobes: the module's name ("nf_conntrack"), NULL for the kernel itself */
	char *target;
	/* kprobes: what sym_off counts from: in the kernel itself "_text", which moves with everything else, in modules
	 * the function; NULL: place is a kernel address. uprobes: as function, and not part of the line */
	char *symbol;
	/* the function that the place is in, which names are made of; NULL: symbol. Not part of the line */
	char *function;
	uint64_t sym_off; /* bytes from symbol */
	uint64_t place;   /* uprobes: offset in the file; kprobes: address, if known (needed when symbol is NULL) */
	/* uprobes: offset in the file of the count of users (the semaphore of an SDT marker), 0: none */
	uint64_t ref_ctr_off;
	unsigned maxactive; /* kretprobes: how many at once, 0: the kernel's choice */
	VEC(struct probe_arg) args;
};
#define PROBE_EVENT_INIT \
	{                \
		0        \
	}
struct probe_events {
	VEC(struct probe_event) items;
};
#define PROBE_EVENTS_INIT \
	{                 \
		VEC_INIT  \
	}

static inline bool probe_kind_is_user(enum probe_kind kind) { return kind == PROBE_UPROBE || kind == PROBE_URETPROBE; }
static inline bool probe_kind_is_return(enum probe_kind kind)
{
	return kind == PROBE_KRETPROBE || kind == PROBE_URETPROBE;
}

/* Frees what is in it, not itself, and leaves it empty. */
void probe_event_done(struct probe_event *event);
#define _probe_event_done_ _cleanup_(probe_event_done)
void probe_events_done(struct probe_events *events);
#define _probe_events_done_ _cleanup_(probe_events_done)
/* A deep copy: texts and arguments are its own. */
struct probe_event probe_event_copy(const struct probe_event *event);
/* Appends an argument; copies the texts, of which name and type may be NULL. */
void probe_event_add_arg(struct probe_event *event, const char *name, const char *fetch, const char *type);
/* Appends the arguments that need no debug information, as they were written. */
void probe_event_copy_args(struct probe_event *event, const struct probe_definition *definition);

/* The line, without a newline; events without group or name give "p:" as far as they have them. */
void probe_event_format(const struct probe_event *event, struct strbuf *out);
/* One line (a newline at its end is not needed). ret is initialised by it. -EINVAL with err: not such a line; -ENOTSUP:
 * a dynamic event of another kind (event probes, synthetic events, function and tracepoint probes). Both uprobes and
 * kprobes are recognised: a place that begins with "/" is a file. */
int probe_event_parse(const char *line, size_t size_bytes, struct probe_event *ret, struct err *err) _warn_unused_;

#endif
