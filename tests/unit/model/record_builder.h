/* Side-band records for tests, in this machine's byte order and without sample_id trailers. What they are made of is
 * the encoders' to say (perfdata/record/record.h); each of these fills the fields that the tests care for. */
#ifndef TESTS_UNIT_MODEL_RECORD_BUILDER_H
#define TESTS_UNIT_MODEL_RECORD_BUILDER_H

#include <assert.h>
#include <string.h>
#include "perfdata/record/record.h"

/* Where the bytes of one record are: the records below point into it. */
struct built {
	uint8_t bytes[512];
};

/* Encodes, and gives the record that a reader would see. */
static inline struct record built_record(struct built *b, struct record_envelope envelope,
					 const union record_fields *fields)
{
	struct outbuf out;
	struct record r = { .type = envelope.type, .data = b->bytes };
	out_init(&out, -1);
	int code = record_encode(&out, envelope, fields);
	assert(code == 0 && out.size <= sizeof(b->bytes));
	(void)code;
	memcpy(b->bytes, out.data, out.size);
	memcpy(&r.misc, b->bytes + 4, sizeof(r.misc));
	memcpy(&r.size, b->bytes + 6, sizeof(r.size));
	out_done(&out);
	return r;
}
static inline struct record build_mmap2(struct built *b, uint16_t misc, uint32_t pid, uint32_t tid, uint64_t start,
					uint64_t len, uint64_t pgoff, uint32_t prot, const char *name)
{
	const union record_fields fields = { .as_mmap = { .pid = pid,
							  .tid = tid,
							  .start = start,
							  .len = len,
							  .pgoff = pgoff,
							  .has_inode = true,
							  .maj = 8,
							  .min = 1,
							  .ino = 77,
							  .prot = prot,
							  .flags = 2,
							  .filename = name } };
	return built_record(b, (struct record_envelope){ .type = RECORD_MMAP2, .misc = misc }, &fields);
}
static inline struct record build_mmap(struct built *b, uint16_t misc, uint32_t pid, uint32_t tid, uint64_t start,
				       uint64_t len, uint64_t pgoff, const char *name)
{
	const union record_fields fields = {
		.as_mmap = { .pid = pid, .tid = tid, .start = start, .len = len, .pgoff = pgoff, .filename = name }
	};
	return built_record(b, (struct record_envelope){ .type = RECORD_MMAP, .misc = misc }, &fields);
}
static inline struct record build_comm(struct built *b, uint16_t misc, uint32_t pid, uint32_t tid, const char *name)
{
	const union record_fields fields = { .as_comm = { .pid = pid, .tid = tid, .comm = name } };
	return built_record(b, (struct record_envelope){ .type = RECORD_COMM, .misc = misc }, &fields);
}
static inline struct record build_task(struct built *b, uint32_t type, uint16_t misc, uint32_t pid, uint32_t ppid,
				       uint32_t tid, uint32_t ptid, uint64_t time_ns)
{
	const union record_fields fields = {
		.as_task = { .pid = pid, .ppid = ppid, .tid = tid, .ptid = ptid, .time_ns = time_ns }
	};
	return built_record(b, (struct record_envelope){ .type = type, .misc = misc }, &fields);
}
static inline struct record build_ksymbol(struct built *b, uint64_t vaddr, uint32_t len, uint16_t type, uint16_t flags,
					  const char *name)
{
	const union record_fields fields = {
		.as_ksymbol = { .addr = vaddr, .len = len, .ksym_type = type, .flags = flags, .name = name }
	};
	return built_record(b, (struct record_envelope){ .type = RECORD_KSYMBOL }, &fields);
}

#endif
