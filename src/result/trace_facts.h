/* What an event of `perf trace` says behind its name, as values, before anybody has decided how they look; and who
 * writes them.
 *
 *     worker: event -> facts -> writer -> bytes of the block        (analysis/trace; on all cores)
 *     then, in order of time: a row with these bytes -> the line    (render/trace)
 *
 * The analysis fills in facts and keeps what a writer made of them, but never looks into it: text and JSON differ by
 * their writer alone (render/trace/trace_args.h). */
#ifndef RESULT_TRACE_FACTS_H
#define RESULT_TRACE_FACTS_H

#include <stddef.h>
#include <stdint.h>

struct outbuf;
struct syscall;
struct syscall_context;
struct tracepoint;

/* A system call that begins, or has ended. */
struct trace_call_facts {
	const struct syscall *syscall; /* NULL: not known */
	const uint64_t *values;        /* [SYSCALL_MAX_ARGS]; of results also NULL: not known */
	/* What is known of the caller: its memory, names of tasks and descriptors, its machine. How things look
	 * (values, with_zeros, with_prefix, without_names) is the writer's to set, in a copy. */
	const struct syscall_context *known;
};

/* The fields of another event. */
struct trace_payload_facts {
	const struct tracepoint *tp; /* NULL: the event has no fields */
	const uint8_t *bytes;        /* of the payload */
	size_t size_bytes;
	void *ctx;
	/* The name of a task, and of a value of a field that is an enumeration, by the field's index; NULL: not known.
	 */
	const char *(*task_name)(void *ctx, int32_t tid);
	const char *(*enum_name)(void *ctx, size_t field, uint64_t number);
};

/* A page fault: code at ip touched memory at vaddr. */
struct trace_fault_facts {
	uint64_t ip, object_ip;  /* object_ip: as the object that has the code counts; ip without one */
	const char *symbol;      /* of the code; NULL: none */
	uint64_t symbol_off;     /* of ip, behind the symbol's start */
	const char *object;      /* that the memory shows; NULL: none */
	uint64_t object_address; /* as that object counts; vaddr without one */
	char level;              /* 'k' kernel, '.' user ...: who ran */
};

/* Appends to `args` what a row of the event carries. scratch: a buffer to work with, whose content is nobody's. Called
 * by many threads, each with buffers of its own. */
struct trace_args_writer {
	const void *style; /* what the functions are given first */
	void (*call)(const void *style, const struct trace_call_facts *facts, struct outbuf *args,
		     struct outbuf *scratch);
	void (*payload)(const void *style, const struct trace_payload_facts *facts, struct outbuf *args,
			struct outbuf *scratch);
	void (*fault)(const void *style, const struct trace_fault_facts *facts, struct outbuf *args,
		      struct outbuf *scratch);
};

#endif
