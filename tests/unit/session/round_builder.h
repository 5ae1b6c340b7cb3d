/* Rounds of records made by hand, as a recorder hands them over (record/drain/round_consumer.h). */
#ifndef TESTS_UNIT_SESSION_ROUND_BUILDER_H
#define TESTS_UNIT_SESSION_ROUND_BUILDER_H

#include "base/vec.h"
#include "perfdata/record/events.h"
#include "perfdata/record/record.h"
#include "perfdata/record/sample.h"
#include "tests/unit/test.h"

/* Where programs of tests are mapped. */
enum { CODE = 0x400000, CODE_BYTES = 0x10000 };

/* The records of a round, aligned, each with a trailer of pid, tid and time. */

struct round {
	uint64_t *items; /* words */
	size_t count, capacity;
};

/* The layout of all samples. */
static const struct event_attr attr = { .type = ATTR_TYPE_SOFTWARE,
					.sample_period = 1000,
					.sample_type = SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME,
					.flags = ATTR_SAMPLE_ID_ALL };

static inline void add_bytes(struct round *round, struct outbuf *out)
{
	size_t words = out->size / 8;
	vec_reserve(round, round->count + words);
	memcpy(round->items + round->count, out->data, words * 8);
	round->count += words;
	out_done(out);
}

static inline void add_record(struct round *round, struct record_envelope envelope, const union record_fields *fields,
			      uint32_t tid, uint64_t time_ns)
{
	const struct sample_id id = { SAMPLE_TID | SAMPLE_TIME, tid, tid, 0, time_ns, 0, 0 };
	struct outbuf out;
	out_init(&out, -1);
	envelope.id = &id;
	CHECK_INT(record_encode(&out, envelope, fields), 0);
	add_bytes(round, &out);
}

/* A record that is too short for its type: only a header and zeros. */
static inline void add_short(struct round *round, uint32_t type, size_t size_bytes)
{
	struct outbuf out;
	out_init(&out, -1);
	size_t begin = record_begin(&out, type, 0);
	out_zeros(&out, size_bytes - out.size);
	CHECK_INT(record_end(&out, begin), 0);
	add_bytes(round, &out);
}

static inline void add_sample_at(struct round *round, uint32_t tid, uint64_t time_ns, uint64_t vaddr)
{
	const struct sample sample = { .ip = vaddr, .pid = tid, .tid = tid, .time_ns = time_ns, .misc = CPUMODE_USER };
	struct perf_events events;
	struct outbuf out;
	events_init(&events);
	out_init(&out, -1);
	CHECK_INT(sample_encode(&out, events_add(&events, &attr, NULL), &sample), 0);
	add_bytes(round, &out);
	events_done(&events);
}

static inline void add_sample(struct round *round, uint32_t tid, uint64_t time_ns)
{
	add_sample_at(round, tid, time_ns, CODE + 0x10);
}

static inline void add_comm(struct round *round, uint32_t tid, const char *name, bool exec, uint64_t time_ns)
{
	const union record_fields fields = { .as_comm = { .exec = exec, .pid = tid, .tid = tid, .comm = name } };
	add_record(round, (struct record_envelope){ .type = RECORD_COMM }, &fields, tid, time_ns);
}

static inline void add_task(struct round *round, uint32_t type, uint32_t tid, uint32_t parent, uint64_t time_ns)
{
	const union record_fields fields = {
		.as_task = { .pid = tid, .ppid = parent, .tid = tid, .ptid = parent, .time_ns = time_ns }
	};
	add_record(round, (struct record_envelope){ .type = type }, &fields, tid, time_ns);
}
static inline void add_fork(struct round *round, uint32_t tid, uint32_t parent, uint64_t time_ns)
{
	add_task(round, RECORD_FORK, tid, parent, time_ns);
}
static inline void add_exit(struct round *round, uint32_t tid, uint64_t time_ns)
{
	add_task(round, RECORD_EXIT, tid, 1, time_ns);
}

static inline void add_map(struct round *round, uint32_t tid, uint64_t start, const char *name, uint64_t time_ns)
{
	const union record_fields fields = {
		.as_mmap = { .pid = tid, .tid = tid, .start = start, .len = CODE_BYTES, .filename = name }
	};
	add_record(round, (struct record_envelope){ .type = RECORD_MMAP }, &fields, tid, time_ns);
}

#endif
