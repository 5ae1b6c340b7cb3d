/* struct event_attr: what one event asks of the kernel, in the layout of struct perf_event_attr (kernel UAPI
 * linux/perf_event.h) on a little-endian machine, up to the newest size known (144 bytes); bit fields are one word with
 * named bits. Attrs from files of any byte order and size are brought into this form by attr_decode. */
#ifndef EVENT_ATTR_ATTR_H
#define EVENT_ATTR_ATTR_H

#include <stdbool.h>
#include <stdint.h>
#include "base/cursor.h"
#include "base/strbuf.h"

/* One event's configuration. Members have the UAPI's names, offsets and widths; where the UAPI has a union or a bit
 * field, there is one integer, and the comment says what else it may hold. 0 is "not asked for" everywhere but in type,
 * config (both 0: cycles) and clockid (0: CLOCK_REALTIME, valid with ATTR_USE_CLOCKID only). What each field means:
 * perf_event_open(2). */
struct event_attr {
	uint32_t type; /* ATTR_TYPE_* or a PMU's number */
	uint32_t size; /* bytes of the attr as recorded or to be passed to the kernel */
	uint64_t config;
	uint64_t sample_period; /* or frequency in Hz with ATTR_FREQ */
	uint64_t sample_type;   /* SAMPLE_* */
	uint64_t read_format;   /* READ_* */
	uint64_t flags;         /* ATTR_* bits, and precise_ip in bits 15-16 */
	uint32_t wakeup;        /* events, or bytes with ATTR_WATERMARK */
	/* ATTR_TYPE_BREAKPOINT: HW_BREAKPOINT_R, _W, _X */
	uint32_t bp_type;
	uint64_t config1; /* or bp_addr */
	uint64_t config2; /* or bp_len */
	uint64_t branch_sample_type;
	uint64_t sample_regs_user;
	/* bytes of the user's stack to copy */
	uint32_t sample_stack_user;
	int32_t clockid;
	uint64_t sample_regs_intr;
	/* bytes */
	uint32_t aux_watermark;
	/* entries of a call chain; 0: the kernel's default */
	uint16_t sample_max_stack;
	uint16_t reserved_2;
	uint32_t aux_sample_size;
	uint32_t aux_action;
	uint64_t sig_data;
	uint64_t config3;
	uint64_t config4;
};
_Static_assert(sizeof(struct event_attr) == 144, "the UAPI layout");

/* Values of type below 6 (UAPI enum perf_type_id). Higher ones are numbers that the kernel gave to PMUs when they were
 * registered: they mean nothing on another machine. */
enum attr_type {
	ATTR_TYPE_HARDWARE,
	ATTR_TYPE_SOFTWARE,
	ATTR_TYPE_TRACEPOINT,
	ATTR_TYPE_HW_CACHE,
	ATTR_TYPE_RAW,
	ATTR_TYPE_BREAKPOINT
};
/* Events that are made of a hardware trace: a number that no PMU has. */
#define ATTR_TYPE_SYNTH 0x80000000U
/* config of ATTR_TYPE_SOFTWARE: PERF_COUNT_SW_... */
enum {
	ATTR_SOFTWARE_CPU_CLOCK,
	ATTR_SOFTWARE_TASK_CLOCK,
	ATTR_SOFTWARE_PAGE_FAULTS,
	ATTR_SOFTWARE_PAGE_FAULTS_MIN = 5,
	ATTR_SOFTWARE_PAGE_FAULTS_MAJ,
	ATTR_SOFTWARE_DUMMY = 9,
	ATTR_SOFTWARE_BPF_OUTPUT,
};

/* Whether it is the software event config (ATTR_SOFTWARE_*). */
static inline bool attr_is_software(const struct event_attr *attr, uint64_t config)
{
	return attr->type == ATTR_TYPE_SOFTWARE && attr->config == config;
}
/* Whether its samples are page faults, whose address is the one that was not mapped. */
static inline bool attr_is_page_fault(const struct event_attr *attr)
{
	return attr_is_software(attr, ATTR_SOFTWARE_PAGE_FAULTS) ||
	       attr_is_software(attr, ATTR_SOFTWARE_PAGE_FAULTS_MIN) ||
	       attr_is_software(attr, ATTR_SOFTWARE_PAGE_FAULTS_MAJ);
}

/* Bits of flags, in the order of the UAPI bit fields. */
#define ATTR_DISABLED (1ull << 0)
#define ATTR_INHERIT (1ull << 1)
#define ATTR_PINNED (1ull << 2)
#define ATTR_EXCLUSIVE (1ull << 3)
#define ATTR_EXCLUDE_USER (1ull << 4)
#define ATTR_EXCLUDE_KERNEL (1ull << 5)
#define ATTR_EXCLUDE_HV (1ull << 6)
#define ATTR_EXCLUDE_IDLE (1ull << 7)
#define ATTR_MMAP (1ull << 8)
#define ATTR_COMM (1ull << 9)
#define ATTR_FREQ (1ull << 10)
#define ATTR_INHERIT_STAT (1ull << 11)
#define ATTR_ENABLE_ON_EXEC (1ull << 12)
#define ATTR_TASK (1ull << 13)
#define ATTR_WATERMARK (1ull << 14)
#define ATTR_PRECISE_SHIFT 15 /* of precise_ip, two bits */
#define ATTR_MMAP_DATA (1ull << 17)
#define ATTR_SAMPLE_ID_ALL (1ull << 18)
#define ATTR_EXCLUDE_HOST (1ull << 19)
#define ATTR_EXCLUDE_GUEST (1ull << 20)
#define ATTR_EXCLUDE_CALLCHAIN_KERNEL (1ull << 21)
#define ATTR_EXCLUDE_CALLCHAIN_USER (1ull << 22)
#define ATTR_MMAP2 (1ull << 23)
#define ATTR_COMM_EXEC (1ull << 24)
#define ATTR_USE_CLOCKID (1ull << 25)
#define ATTR_CONTEXT_SWITCH (1ull << 26)
#define ATTR_WRITE_BACKWARD (1ull << 27)
#define ATTR_NAMESPACES (1ull << 28)
#define ATTR_KSYMBOL (1ull << 29)
#define ATTR_BPF_EVENT (1ull << 30)
#define ATTR_AUX_OUTPUT (1ull << 31)
#define ATTR_CGROUP (1ull << 32)
#define ATTR_TEXT_POKE (1ull << 33)
#define ATTR_BUILD_ID (1ull << 34)
#define ATTR_INHERIT_THREAD (1ull << 35)
#define ATTR_REMOVE_ON_EXEC (1ull << 36)
#define ATTR_SIGTRAP (1ull << 37)
#define ATTR_DEFER_CALLCHAIN (1ull << 38)
#define ATTR_DEFER_OUTPUT (1ull << 39)
/* precise_ip, 0 to 3 */
static inline unsigned attr_precise(const struct event_attr *attr) { return attr->flags >> ATTR_PRECISE_SHIFT & 3; }

/* Bits of sample_type: which fields a sample has. */
#define SAMPLE_IP (1ull << 0)
#define SAMPLE_TID (1ull << 1)
#define SAMPLE_TIME (1ull << 2)
#define SAMPLE_ADDR (1ull << 3)
#define SAMPLE_READ (1ull << 4)
#define SAMPLE_CALLCHAIN (1ull << 5)
#define SAMPLE_ID (1ull << 6)
#define SAMPLE_CPU (1ull << 7)
#define SAMPLE_PERIOD (1ull << 8)
#define SAMPLE_STREAM_ID (1ull << 9)
#define SAMPLE_RAW (1ull << 10)
#define SAMPLE_BRANCH_STACK (1ull << 11)
#define SAMPLE_REGS_USER (1ull << 12)
#define SAMPLE_STACK_USER (1ull << 13)
#define SAMPLE_WEIGHT (1ull << 14)
#define SAMPLE_DATA_SRC (1ull << 15)
#define SAMPLE_IDENTIFIER (1ull << 16)
#define SAMPLE_TRANSACTION (1ull << 17)
#define SAMPLE_REGS_INTR (1ull << 18)
#define SAMPLE_PHYS_ADDR (1ull << 19)
#define SAMPLE_AUX (1ull << 20)
#define SAMPLE_CGROUP (1ull << 21)
#define SAMPLE_DATA_PAGE_SIZE (1ull << 22)
#define SAMPLE_CODE_PAGE_SIZE (1ull << 23)
#define SAMPLE_WEIGHT_STRUCT (1ull << 24)

/* Bits of read_format: what read(2) of an event, and READ records, give besides the count. */
#define READ_TOTAL_TIME_ENABLED (1ull << 0)
#define READ_TOTAL_TIME_RUNNING (1ull << 1)
#define READ_ID (1ull << 2)
#define READ_GROUP (1ull << 3)
#define READ_LOST (1ull << 4)

/* Bits of branch_sample_type that change the sample's layout. */
#define BRANCH_CALL_STACK (1ull << 11) /* the entries are the callers of where the sample was taken */
#define BRANCH_HW_INDEX (1ull << 17)
#define BRANCH_COUNTERS (1ull << 19)

/* Decodes an attr of size_bytes at c (advancing by exactly that): missing fields are zero, an unknown tail is ignored,
 * foreign byte order and bit-field order are undone. attr->size is the recorded size field, or 64 when that was 0.
 * Returns 0, -EBADMSG when fewer than 64 bytes are there. */
int attr_decode(struct cursor *c, size_t size_bytes, struct event_attr *ret);
/* The smallest of the sizes 64 72 80 96 104 112 120 128 136 144 that holds every field used. */
uint32_t attr_smallest_size(const struct event_attr *attr);
struct outbuf;
/* Appends attr to out, in the byte order of out, cut or padded with zeros to size_bytes, which becomes the size field:
 * what attr_decode reads. */
void attr_put(struct outbuf *out, const struct event_attr *attr, uint32_t size_bytes);
/* The same to memory, as the kernel on this machine expects it. ret_bytes has room for size_bytes. */
void attr_encode(const struct event_attr *attr, uint32_t size_bytes, uint8_t *ret_bytes);

/* What the numbers of an attr mean in the machine it was made for; each may be NULL. */
struct attr_names {
	const char *pmu;        /* the PMU with number attr->type */
	const char *tracepoint; /* "sys:name" of tracepoint number attr->config */
};
typedef void attr_field_fn(void *ctx, const char *name, const char *value);
/* Calls fn for every field that is set (type and config always), in the order and wording of upstream. name and
 * value are valid during the call. names may be NULL. */
void attr_visit_fields(const struct event_attr *attr, const struct attr_names *names, attr_field_fn *fn, void *ctx);
/* "type: 0 (PERF_TYPE_HARDWARE), size: 136, ..." as `perf evlist -v` prints it (one line, no event name). names may be
 * NULL. */
void attr_format_evlist(const struct event_attr *attr, const struct attr_names *names, struct strbuf *out);
/* The lines of the `-vv` dump between the dashes: "  type                             0 (PERF_TYPE_HARDWARE)\n...". */
void attr_format_dump(const struct event_attr *attr, const struct attr_names *names, struct strbuf *out);

#endif
