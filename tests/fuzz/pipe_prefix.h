/* The beginning of a pipe-form recording with one event, so that a target's input is nothing but records. */
#ifndef TESTS_FUZZ_PIPE_PREFIX_H
#define TESTS_FUZZ_PIPE_PREFIX_H

#include <string.h>
#include "event/attr/attr.h"

enum { PIPE_PREFIX_BYTES = 16 + 8 + 136 + 8 };

/* Writes PIPE_PREFIX_BYTES: the pipe header and a HEADER_ATTR record of an event with id 1. */
static inline void pipe_prefix(uint64_t sample_type, uint64_t read_format, uint64_t branch_type, uint64_t regs,
			       uint8_t *ret)
{
	const struct event_attr attr = { .sample_type = sample_type,
					 .read_format = read_format,
					 .branch_sample_type = branch_type,
					 .sample_regs_user = regs,
					 .sample_regs_intr = regs,
					 .sample_period = 1,
					 .flags = ATTR_SAMPLE_ID_ALL };
	const uint64_t header[2] = { 0x32454c4946524550ull, 16 }, id = 1;
	const uint32_t type = 64;
	const uint16_t misc = 0, size = 8 + 136 + 8;
	memcpy(ret, header, 16);
	memcpy(ret + 16, &type, 4);
	memcpy(ret + 20, &misc, 2);
	memcpy(ret + 22, &size, 2);
	attr_encode(&attr, 136, ret + 24);
	memcpy(ret + 24 + 136, &id, 8);
}

#endif
