/* From tracepoints to system calls: raw_syscalls:sys_enter and sys_exit, and those of single calls
 * (syscalls:sys_enter_openat). */
#ifndef ANALYSIS_TRACE_SYSCALL_EVENTS_H
#define ANALYSIS_TRACE_SYSCALL_EVENTS_H

#include "event/format/tracepoint.h"
#include "perfdata/record/events.h"
#include "perfdata/record/sample.h"
#include "syscall/syscall_record.h"

enum syscall_event_kind { SYSCALL_ENTER, SYSCALL_EXIT, SYSCALL_FAULT, SYSCALL_OTHER };
/* Which part of a sample: one that tells of a whole call (syscall/syscall_record.h) has two, which have times of their
 * own. */
enum syscall_half { SYSCALL_UNDIVIDED, SYSCALL_BEGIN, SYSCALL_END };

/* What was read of the caller's memory: bytes of a sample. */
struct syscall_memory {
	const uint8_t *sizes, *bytes;
	size_t size_bytes;
};

struct syscall_event {
	uint64_t time_ns;
	uint32_t pid, tid, cpu;
	uint8_t kind;   /* enum syscall_event_kind */
	bool is_major;  /* FAULT */
	bool is_32;     /* of a 32-bit program on a 64-bit machine: its number is that of its own machine +
			   SYSCALL_NUMBER_32 */
	int64_t number; /* ENTER, EXIT; -1: the kernel does not say (sigreturn, restarted calls) */
	const struct syscall *syscall;   /* NULL: not known */
	int64_t result;                  /* EXIT; ENTER of a call that is told of as a whole: what it will return */
	uint64_t args[SYSCALL_MAX_ARGS]; /* ENTER; EXIT: where there is memory */
	struct syscall_memory memory;    /* sizes NULL: nothing was read, or nothing since the call began */
	bool memory_was_known;           /* EXIT: to the ENTER of the same call, too */
};

/* Who knows what the values of an enumeration of the kernel are called. Names stay. */
struct enum_source {
	void *ctx;
	void (*values)(void *ctx, const char *enumeration, void (*value)(void *to, const char *name, int64_t number),
		       void *to);
};

struct syscall_events;
/* events and tracing data are borrowed. arch as uname says; NULL: this machine's. */
struct syscall_events *syscall_events_new(const struct perf_events *events, const void *tracing_data,
					  size_t tracing_size_bytes, const char *arch, bool short_forms);
/* Fields of tracepoints that are enumerations are written with names from now on, as upstream does. */
void syscall_events_name_enums(struct syscall_events *events, const struct enum_source *source);
const char *syscall_events_arch(const struct syscall_events *events);
void syscall_events_free(struct syscall_events *events); /* NULL is fine */
/* Whether there is an event to show at all. */
bool syscall_events_any(const struct syscall_events *events);
bool syscall_events_any_halves(const struct syscall_events *events); /* one that tells of whole calls */
/* Whether the sample tells of a call in halves, and which there are: when it began, whether it ended. */
bool syscall_events_halves(const struct syscall_events *events, const struct sample *sample, bool *ret_begins,
			   uint64_t *ret_enter_ns, bool *ret_ends);
/* False: the sample's payload is damaged. with_args: else nobody looks at arguments. Thread safe. */
bool syscall_events_decode(const struct syscall_events *events, const struct sample *sample, enum syscall_half half,
			   bool with_args, struct syscall_event *ret);
/* The bytes of a read, by index of syscall_reads; false: it was not read, or not told of. */
bool syscall_memory_find(const struct syscall_memory *memory, unsigned read, struct syscall_bytes *ret);
/* The tracepoint of the sample's event, NULL: it is none; and the name of a value of its field with this index, where
 * syscall_events_name_enums found one. Thread safe. */
const struct tracepoint *syscall_events_tracepoint(const struct syscall_events *events, const struct sample *sample);
const char *syscall_events_enum_name(const struct syscall_events *events, const struct sample *sample, size_t field,
				     uint64_t number);
/* Events of single calls (syscalls:sys_enter_openat) are shown as what they are, not as halves of calls; so are the
 * first nr_raw events, if they are those of raw_syscalls. Before the first is decoded. */
void syscall_events_separate(struct syscall_events *events, size_t nr_raw);
/* The number in a field of the event's payload; false: it has no such field. */
bool syscall_events_field(const struct syscall_events *events, const struct sample *sample, const char *field,
			  uint64_t *ret);

#endif
