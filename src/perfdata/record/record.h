/* A record: a view of one event in the stream, and the decoded forms of all side-band records.
 *
 * struct record does not own its bytes: they live as long as the perfdata they came from (live input: until the window
 * is released). Foreign byte order is undone in the decode functions, never in place. */
#ifndef PERFDATA_RECORD_RECORD_H
#define PERFDATA_RECORD_RECORD_H

#include "base/cursor.h"
#include "perfdata/format/format.h"

struct record {
	uint32_t type;
	uint16_t misc;
	uint16_t size;       /* bytes, header included; at least 8, validated to lie within the data */
	bool swap;           /* foreign byte order */
	bool decompressed;   /* came out of a COMPRESSED record */
	const uint8_t *data; /* the record's 8-byte header and what follows */
	uint64_t file_off; /* where it is in the file (for a decompressed record: of the compressed record that held it)
			    */
	uint64_t payload_size; /* bytes that follow the record: AUXTRACE and TRACING_DATA data, else 0 */
};

static inline struct cursor record_cursor(const struct record *r) /* positioned after the header */
{
	struct cursor c = cursor_of(r->data, r->size, r->swap);
	c.pos = 8;
	return c;
}
static inline enum cpumode record_cpumode(const struct record *r)
{
	return (enum cpumode)(r->misc & MISC_CPUMODE_MASK);
}
/* "MMAP2", "SAMPLE", "ATTR" (of HEADER_ATTR), ...; "UNKNOWN" for a type that is not in record_type.def. As in
 * "PERF_RECORD_MMAP2". */
const char *record_type_name(uint32_t type);

#define BUILD_ID_MAX 20
struct build_id {
	uint8_t size;
	uint8_t bytes[BUILD_ID_MAX];
}; /* size 0: none */

/* The sample_id trailer of non-sample records. present: SAMPLE_* bits that were there. */
struct sample_id {
	uint64_t present;
	uint32_t pid, tid, cpu;
	uint64_t time_ns, id, stream_id;
};

struct record_mmap { /* MMAP and MMAP2 */
	uint32_t pid, tid;
	uint64_t start, len, pgoff;
	bool has_inode, has_build_id; /* MMAP2 carries either */
	uint32_t maj, min;
	uint64_t ino, ino_generation;
	struct build_id build_id;
	uint32_t prot, flags;
	const char *filename;
};
struct record_comm {
	uint32_t pid, tid;
	bool exec;
	const char *comm;
};
struct record_task {
	uint32_t pid, ppid, tid, ptid;
	uint64_t time_ns;
}; /* FORK and EXIT */
struct record_lost {
	uint64_t id, lost;
};
struct record_lost_samples {
	uint64_t lost;
};
struct record_throttle {
	uint64_t time_ns, id, stream_id;
}; /* THROTTLE and UNTHROTTLE */
struct record_namespace {
	uint64_t dev, inode;
};
struct record_namespaces {
	uint32_t pid, tid;
	uint64_t count;
	struct record_namespace link[16];
};
struct record_ksymbol {
	uint64_t addr;
	uint32_t len;
	uint16_t ksym_type, flags;
	const char *name;
};
struct record_bpf_event {
	uint16_t bpf_type, flags;
	uint32_t prog_id;
	uint8_t tag[8];
};
struct record_cgroup {
	uint64_t id;
	const char *path;
};
struct record_text_poke {
	uint64_t addr;
	uint16_t old_len, new_len;
	const uint8_t *bytes;
};
struct record_switch {
	uint32_t other_pid, other_tid;
	bool out, preempt;
}; /* other_*: (uint32_t)-1 unless CPU wide */
struct record_aux {
	uint64_t aux_offset, aux_size, flags;
};
struct record_read {
	uint32_t pid, tid;
	struct cursor values;
}; /* values: as the event's read_format says */
struct record_itrace_start {
	uint32_t pid, tid;
};
struct record_aux_output_hw_id {
	uint64_t hw_id;
};

/* made by perf */
struct record_id_index {
	uint64_t count;
	struct cursor entries;
	struct cursor guests;
}; /* see record_id_index_next */
struct record_id_entry {
	uint64_t id, idx;
	int64_t cpu, tid;
	bool has_guest;
	uint64_t machine_pid, vcpu;
};
/* Whose trace AUXTRACE records have. */
enum auxtrace_type {
	AUXTRACE_UNKNOWN,
	AUXTRACE_INTEL_PT,
	AUXTRACE_INTEL_BTS,
	AUXTRACE_CS_ETM,
	AUXTRACE_ARM_SPE,
	AUXTRACE_S390_CPUMSF,
	AUXTRACE_HISI_PTT,
};
/* "Intel PT"; NULL for types that are not known. */
const char *auxtrace_type_name(uint32_t type);
struct record_auxtrace_info {
	uint32_t auxtrace_type;
	size_t nr_priv;
	struct cursor priv;
};
struct record_auxtrace {
	uint64_t size, offset, reference;
	uint32_t idx, tid, cpu;
};
struct record_auxtrace_error {
	uint32_t error_type, code, cpu, pid, tid, fmt;
	uint64_t ip, time_ns;
	const char *message;
	uint32_t machine_pid, vcpu; /* fmt >= 2 */
};
struct record_thread_map {
	uint64_t count;
	struct cursor entries;
}; /* each u64 tid, char comm[16] */
struct record_stat_config {
	uint64_t count;
	struct cursor entries;
}; /* each u64 tag, u64 value */
struct record_stat {
	uint64_t id;
	uint32_t cpu, thread;
	uint64_t value, enabled_ns, running_ns;
};
struct record_stat_round {
	uint64_t round_type, time_ns;
};
enum event_update_type { EVENT_UPDATE_UNIT, EVENT_UPDATE_SCALE, EVENT_UPDATE_NAME, EVENT_UPDATE_CPUS };
struct record_event_update {
	uint64_t update_type, id;
	struct cursor payload;
};
struct record_time_conv {
	uint64_t time_shift, time_mult, time_zero, time_cycles, time_mask;
	uint8_t cap_time_zero, cap_time_short;
	bool has_cycles;
};
struct record_header_attr {
	struct event_attr_bytes {
		const uint8_t *data;
		uint32_t size;
	} attr;
	size_t nr_ids;
	struct cursor ids;
};
struct record_header_feature {
	uint64_t bit;
	struct cursor payload;
};

/* Decode one type each; record->type must be right. Return 0, or -EBADMSG when the record is too short or a string is
 * not terminated; strings point into the record. */
int record_decode_mmap(const struct record *r, struct record_mmap *ret);
int record_decode_comm(const struct record *r, struct record_comm *ret);
int record_decode_task(const struct record *r, struct record_task *ret);
int record_decode_lost(const struct record *r, struct record_lost *ret);
int record_decode_lost_samples(const struct record *r, struct record_lost_samples *ret);
int record_decode_throttle(const struct record *r, struct record_throttle *ret);
int record_decode_namespaces(const struct record *r, struct record_namespaces *ret);
int record_decode_ksymbol(const struct record *r, struct record_ksymbol *ret);
int record_decode_bpf_event(const struct record *r, struct record_bpf_event *ret);
int record_decode_cgroup(const struct record *r, struct record_cgroup *ret);
int record_decode_text_poke(const struct record *r, struct record_text_poke *ret);
int record_decode_switch(const struct record *r, struct record_switch *ret);
int record_decode_aux(const struct record *r, struct record_aux *ret);
int record_decode_read(const struct record *r, struct record_read *ret);
int record_decode_itrace_start(const struct record *r, struct record_itrace_start *ret);
int record_decode_aux_output_hw_id(const struct record *r, struct record_aux_output_hw_id *ret);
int record_decode_id_index(const struct record *r, struct record_id_index *ret);
bool record_id_index_next(struct record_id_index *index, struct record_id_entry *ret);
int record_decode_auxtrace_info(const struct record *r, struct record_auxtrace_info *ret);
int record_decode_auxtrace(const struct record *r, struct record_auxtrace *ret);
int record_decode_auxtrace_error(const struct record *r, struct record_auxtrace_error *ret);
int record_decode_thread_map(const struct record *r, struct record_thread_map *ret);
int record_decode_stat_config(const struct record *r, struct record_stat_config *ret);
int record_decode_stat(const struct record *r, struct record_stat *ret);
int record_decode_stat_round(const struct record *r, struct record_stat_round *ret);
int record_decode_event_update(const struct record *r, struct record_event_update *ret);
int record_decode_time_conv(const struct record *r, struct record_time_conv *ret);
int record_decode_header_attr(const struct record *r, struct record_header_attr *ret);
int record_decode_header_feature(const struct record *r, struct record_header_feature *ret);

/* The CPUs of a CPU_MAP record, or of the payload of an EVENT_UPDATE of CPUs: calls fn for each in the order recorded.
 * Any CPU is -1. Returns 0 or -EBADMSG. Sizes are bounded by the record. */
int record_cpu_map_visit(struct cursor payload, void (*fn)(void *ctx, int32_t cpu), void *ctx);
/* The same as a list "0-3,8"; NULL when damaged. The caller frees. */
char *record_cpu_map_format(struct cursor payload);

#endif
