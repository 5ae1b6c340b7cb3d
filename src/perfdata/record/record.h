/* A record: a view of one record in the stream, and the decoded forms of all records but samples (sample.h).
 *
 *   struct record_mmap map;
 *   if (r->type == RECORD_MMAP2 && record_decode_mmap(r, &map) == 0) use(map.start, map.filename);
 *
 * struct record does not own its bytes: they live as long as the perfdata they came from (live input: until the window
 * is released). Foreign byte order is undone in the decode functions, never in place. All functions here are pure: any
 * thread may call them on any record. */
#ifndef PERFDATA_RECORD_RECORD_H
#define PERFDATA_RECORD_RECORD_H

#include "base/cursor.h"
#include "base/outbuf.h"
#include "perfdata/format/format.h"

/* A view of one record, for as long as its bytes are there. */
struct record {
	uint32_t type;
	uint16_t misc;
	uint16_t size;       /* bytes, header included; at least 8, validated to lie within the data */
	bool swap;           /* foreign byte order */
	bool decompressed;   /* came out of a COMPRESSED record */
	const uint8_t *data; /* the record's 8-byte header and what follows */
	/* Where it is in the file; of a decompressed record, where the compressed one is that held it. */
	uint64_t file_off;
	uint64_t payload_size; /* bytes that follow the record: AUXTRACE and TRACING_DATA data, else 0 */
};

/* A cursor over the record, positioned behind its header, that undoes foreign byte order. */
static inline struct cursor record_cursor(const struct record *r)
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

/* The most bytes a build-id record or section has room for (SHA-1). */
#define BUILD_ID_MAX 20
/* A build-id of an ELF file or the kernel. size 0: none. */
struct build_id {
	uint8_t size;
	uint8_t bytes[BUILD_ID_MAX];
};

/* The sample_id trailer of non-sample records. present: SAMPLE_* bits that were there. */
struct sample_id {
	uint64_t present;
	uint32_t pid, tid, cpu;
	uint64_t time_ns, id, stream_id;
};

/* What records are made of: struct record_mmap, record_comm, ..., by the rows of record_layout.def. Strings and cursors
 * point into the record that was decoded; what is encoded may point anywhere. */
struct record_namespace {
	uint64_t dev, inode;
};
#define NOTHING uint8_t nothing;
#define U8(field) uint8_t field;
#define U16(field) uint16_t field;
#define U32(field) uint32_t field;
#define U64(field) uint64_t field;
#define MISC(field, bit) bool field;
#define UNUSED(bytes)
#define TAIL(bytes)
#define BYTES(field, count) uint8_t field[count];
#define TEXT(field) const char *field;
#define REST(field) struct cursor field;
#define REST_PADDED(field) struct cursor field;
#define REST_WORDS(field) struct cursor field;
#define ITEMS(count, field, words, bytes) struct cursor field;
#define REST_ITEMS(count, field) \
	size_t count;            \
	struct cursor field;
#define WHERE(condition, fields) fields
#define OPTIONAL(has, bytes, fields) \
	bool has;                    \
	fields
#define OWN(name, members) members
#define LAYOUT(name, fields, shown) \
	struct record_##name {      \
		fields              \
	};
#include "perfdata/record/record_layout.def"
#include "perfdata/record/record_layout_end.def"

/* The fields of any record. */
union record_fields {
#define LAYOUT(name, fields, shown) struct record_##name as_##name;
#include "perfdata/record/record_layout.def"
#undef LAYOUT
};

/* An entry of an ID_INDEX record: which CPU and thread the event instance with this id was opened on (-1: any). idx:
 * of its ring buffer. has_guest: machine_pid and vcpu were recorded. */
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
/* What an EVENT_UPDATE record says of its event. */
enum event_update_type { EVENT_UPDATE_UNIT, EVENT_UPDATE_SCALE, EVENT_UPDATE_NAME, EVENT_UPDATE_CPUS };

/* Decode one type each; record->type must be right. Return 0, or -EBADMSG when the record is too short or a string is
 * not terminated; strings point into the record. record_decode goes by the type (-EINVAL: unknown). */
#define LAYOUT(name, fields, shown) int record_decode_##name(const struct record *r, struct record_##name *ret);
#include "perfdata/record/record_layout.def"
#undef LAYOUT
int record_decode(const struct record *r, union record_fields *ret);
/* Takes the next entry out of the record's cursors; false at the end. */
bool record_id_index_next(struct record_id_index *index, struct record_id_entry *ret);

/* What stands around a record's fields. */
struct record_envelope {
	uint32_t type;
	uint16_t misc; /* bits that fields say (MISC of the rows, build-ids) are added */
	/* what its trailer says: the fields in id->present. NULL: it has none */
	const struct sample_id *id;
};
/* Append one record each to out, in its byte order (base/outbuf.h); strings may be NULL, which is "". Return 0, or
 * -E2BIG, with nothing added, when it is longer than a record can be. What is given as plain bytes (REST of the rows)
 * is written as it is: its byte order is the caller's. record_encode goes by the type (-EINVAL: unknown). */
#define LAYOUT(name, fields, shown) \
	int record_encode_##name(struct outbuf *out, struct record_envelope envelope, const struct record_##name *v);
#include "perfdata/record/record_layout.def"
#undef LAYOUT
int record_encode(struct outbuf *out, struct record_envelope envelope, const union record_fields *fields);
/* The parts of records that are written by other means: where a record begins is what record_begin returned. */
size_t record_begin(struct outbuf *out, uint32_t type, uint16_t misc);
int record_end(struct outbuf *out, size_t begin); /* sets its size: 0 or -E2BIG as above */
/* A trailer: the fields in id->present. */
void sample_id_encode(struct outbuf *out, const struct sample_id *id);

/* The CPUs of a CPU_MAP record, or of the payload of an EVENT_UPDATE of CPUs: calls fn for each in the order recorded.
 * Any CPU is -1. Returns 0 or -EBADMSG. Sizes are bounded by the record. */
int record_cpu_map_visit(struct cursor payload, void (*fn)(void *ctx, int32_t cpu), void *ctx);
/* The same as a list "0-3,8"; NULL when damaged. The caller frees. */
char *record_cpu_map_format(struct cursor payload);

#endif
