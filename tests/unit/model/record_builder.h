/* Side-band records made by hand, as a little-endian or big-endian kernel would write them here: in this machine's
 * order, without sample_id trailers. */
#ifndef TESTS_UNIT_MODEL_RECORD_BUILDER_H
#define TESTS_UNIT_MODEL_RECORD_BUILDER_H

#include <string.h>
#include "perfdata/record/record.h"

struct built {
	uint8_t bytes[512];
	size_t size;
};

static inline void put(struct built *b, const void *p, size_t n)
{
	memcpy(b->bytes + b->size, p, n);
	b->size += n;
}
static inline void put_u16(struct built *b, uint16_t v) { put(b, &v, sizeof(v)); }
static inline void put_u32(struct built *b, uint32_t v) { put(b, &v, sizeof(v)); }
static inline void put_u64(struct built *b, uint64_t v) { put(b, &v, sizeof(v)); }
static inline void put_string(struct built *b, const char *text)
{
	size_t n = strlen(text) + 1;
	put(b, text, n);
	while (b->size % 8) b->bytes[b->size++] = 0;
}
static inline void begin_record(struct built *b, uint32_t type, uint16_t misc)
{
	b->size = 0;
	put_u32(b, type);
	put_u16(b, misc);
	put_u16(b, 0);
}
static inline struct record end_record(struct built *b)
{
	uint32_t type;
	uint16_t misc, size = (uint16_t)b->size;
	memcpy(&type, b->bytes, 4);
	memcpy(&misc, b->bytes + 4, 2);
	memcpy(b->bytes + 6, &size, 2);
	return (struct record){ .type = type, .misc = misc, .size = size, .data = b->bytes };
}
static inline struct record build_mmap2(struct built *b, uint16_t misc, uint32_t pid, uint32_t tid, uint64_t start,
					uint64_t len, uint64_t pgoff, uint32_t prot, const char *name)
{
	begin_record(b, RECORD_MMAP2, misc);
	put_u32(b, pid);
	put_u32(b, tid);
	put_u64(b, start);
	put_u64(b, len);
	put_u64(b, pgoff);
	put_u32(b, 8);
	put_u32(b, 1);
	put_u64(b, 77);
	put_u64(b, 0);
	put_u32(b, prot);
	put_u32(b, 2);
	put_string(b, name);
	return end_record(b);
}
static inline struct record build_mmap(struct built *b, uint16_t misc, uint32_t pid, uint32_t tid, uint64_t start,
				       uint64_t len, uint64_t pgoff, const char *name)
{
	begin_record(b, RECORD_MMAP, misc);
	put_u32(b, pid);
	put_u32(b, tid);
	put_u64(b, start);
	put_u64(b, len);
	put_u64(b, pgoff);
	put_string(b, name);
	return end_record(b);
}
static inline struct record build_comm(struct built *b, uint16_t misc, uint32_t pid, uint32_t tid, const char *name)
{
	begin_record(b, RECORD_COMM, misc);
	put_u32(b, pid);
	put_u32(b, tid);
	put_string(b, name);
	return end_record(b);
}
static inline struct record build_task(struct built *b, uint32_t type, uint16_t misc, uint32_t pid, uint32_t ppid,
				       uint32_t tid, uint32_t ptid, uint64_t time_ns)
{
	begin_record(b, type, misc);
	put_u32(b, pid);
	put_u32(b, ppid);
	put_u32(b, tid);
	put_u32(b, ptid);
	put_u64(b, time_ns);
	return end_record(b);
}
static inline struct record build_ksymbol(struct built *b, uint64_t vaddr, uint32_t len, uint16_t type, uint16_t flags,
					  const char *name)
{
	begin_record(b, RECORD_KSYMBOL, 0);
	put_u64(b, vaddr);
	put_u32(b, len);
	put_u16(b, type);
	put_u16(b, flags);
	put_string(b, name);
	return end_record(b);
}

#endif
