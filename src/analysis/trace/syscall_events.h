/* From samples to system calls. Three kinds of events tell of calls:
 *
 *     raw_syscalls:sys_enter, sys_exit    every call: number and six arguments, or number and result
 *     syscalls:sys_enter_openat, ...       a single call, with a field for each argument
 *     the BPF output event "syscalls"      a whole call in one sample (syscall/syscall_record.h), decoded as two halves
 *
 * Page faults and other tracepoints are passed on as what they are. syscall_events_new builds a reader for each
 * event once; after that all functions but syscall_events_name_enums and syscall_events_separate only read, and may
 * be called by several threads. */
#ifndef ANALYSIS_TRACE_SYSCALL_EVENTS_H
#define ANALYSIS_TRACE_SYSCALL_EVENTS_H

#include "event/format/tracepoint.h"
#include "perfdata/record/events.h"
#include "perfdata/record/sample.h"
#include "syscall/syscall_record.h"

enum syscall_event_kind { SYSCALL_ENTER, SYSCALL_EXIT, SYSCALL_FAULT, SYSCALL_OTHER };
/* Which part of a sample to decode. A sample that tells of a whole call has two parts with a time of their own each;
 * all others are SYSCALL_UNDIVIDED. */
enum syscall_half { SYSCALL_UNDIVIDED, SYSCALL_BEGIN, SYSCALL_END };

/* Memory of the caller that was read in the kernel: borrowed from the sample's payload, valid as long as it. sizes
 * holds SYSCALL_MAX_READS unaligned uint16_t, one for each entry of syscall_reads; bytes holds what was read, each
 * entry padded to 8. */
struct syscall_memory {
	const uint8_t *sizes, *bytes;
	size_t size_bytes;
};

/* One decoded event. Comments on members name the kinds for which they are set; they are 0 for the others. */
struct syscall_event {
	uint64_t time_ns;
	/* As in the sample. */
	uint32_t pid, tid, cpu;
	uint8_t kind;  /* enum syscall_event_kind */
	bool is_major; /* FAULT */
	/* Of a 32-bit program on a 64-bit machine; number then is the 32-bit table's, with SYSCALL_NUMBER_32 set. */
	bool is_32;
	/* ENTER, EXIT. -1 where the kernel gives none: sigreturn, restarted calls. */
	int64_t number;
	const struct syscall *syscall; /* NULL: not known */
	/* EXIT: the return value, -errno on failure. Also in the ENTER of a call that is told of as a whole. */
	int64_t result;
	uint64_t args[SYSCALL_MAX_ARGS]; /* ENTER; EXIT: where there is memory */
	/* sizes is NULL when nothing was read; at an EXIT also when nothing was read since the call began. */
	struct syscall_memory memory;
	/* EXIT: the ENTER of the same call had this memory already. */
	bool memory_was_known;
};

/* Gives the names of an enumeration of the kernel: values calls value(to, name, number) for each constant. The names
 * must outlive the syscall_events that asked. */
struct enum_source {
	void *ctx;
	void (*values)(void *ctx, const char *enumeration, void (*value)(void *to, const char *name, int64_t number),
		       void *to);
};

struct syscall_events;
/* Never NULL; free it with syscall_events_free. perf_events and tracing_data are borrowed and must outlive it. arch
 * as uname -m says; NULL or "": this machine's. short_forms: as tracepoints_use_short_forms. */
struct syscall_events *syscall_events_new(const struct perf_events *events, const void *tracing_data,
					  size_t tracing_size_bytes, const char *arch, bool short_forms);
/* Fields of tracepoints whose type is an enumeration are shown with the names of their values from now on, as
 * upstream does. Before the first sample is decoded. */
void syscall_events_name_enums(struct syscall_events *events, const struct enum_source *source);
/* The machine whose call numbers are used, as uname -m says. */
const char *syscall_events_arch(const struct syscall_events *events);
void syscall_events_free(struct syscall_events *events); /* NULL is fine */
/* Whether any event is a tracepoint, a page fault or a call record; without one there is nothing to show. */
bool syscall_events_any(const struct syscall_events *events);
/* Whether any event tells of whole calls in one sample. */
bool syscall_events_any_halves(const struct syscall_events *events);
/* True when the sample is a record of a whole call. Then: whether it has a begin and when that was (ns, the sample's
 * clock), and whether it has an end (at the time of the sample). */
bool syscall_events_halves(const struct syscall_events *events, const struct sample *sample, bool *ret_begins,
			   uint64_t *ret_enter_ns, bool *ret_ends);
/* Decodes one half of a sample. False: its payload is too short or damaged, *ret is then not to be used. with_args
 * false: ret->args may stay 0 (saves work where only sums are wanted). ret borrows from the sample. */
bool syscall_events_decode(const struct syscall_events *events, const struct sample *sample, enum syscall_half half,
			   bool with_args, struct syscall_event *ret);
/* The bytes of one read, by its index in syscall_reads of the call. False: it was not attempted, failed, or is cut
 * off. */
bool syscall_memory_find(const struct syscall_memory *memory, unsigned read, struct syscall_bytes *ret);
/* The tracepoint of the sample's event; NULL when the event is none, or its format is not in the tracing data. */
const struct tracepoint *syscall_events_tracepoint(const struct syscall_events *events, const struct sample *sample);
/* The name of a value of a field, by the field's index in its tracepoint; NULL without syscall_events_name_enums, or
 * when the enumeration has no such value. Compares 32 bits: fields are that wide, constants wider. */
const char *syscall_events_enum_name(const struct syscall_events *events, const struct sample *sample, size_t field,
				     uint64_t number);
/* From now on events of single calls (syscalls:sys_enter_openat) are SYSCALL_OTHER, shown as events and not as
 * halves of calls; so are the first nr_raw events, where they are raw_syscalls. Before the first sample is decoded. */
void syscall_events_separate(struct syscall_events *events, size_t nr_raw);
/* The number in a field of the sample's tracepoint. False: there is no such field, or the payload ends before it. */
bool syscall_events_field(const struct syscall_events *events, const struct sample *sample, const char *field,
			  uint64_t *ret);

#endif
