/* Records of the Arm Statistical Profiling Extension: what the packets up to an END or a timestamp say of one sampled
 * operation. */
#ifndef HWTRACE_ARM_SPE_SPE_RECORD_H
#define HWTRACE_ARM_SPE_SPE_RECORD_H

#include <stdbool.h>
#include "hwtrace/arm_spe/spe_packet.h"

/* What the record has not is 0. */
struct spe_record {
	uint64_t ip, target, data_address, physical_address; /* as processes and the kernel know them */
	uint64_t events;                                     /* a bit for each enum spe_event */
	uint64_t timestamp;                                  /* ticks of the generic timer */
	uint64_t source;                                     /* the number of the CPU's own */
	uint32_t latency_cycles;                             /* from dispatch to completion */
	uint32_t context;                                    /* a thread's number, as the kernel sets it */
	bool has_context, has_timestamp, is_load, is_store;
};

/* Decodes packets from `at` on up to the end of a record; bytes that are no packet are passed over with what came
 * before them in the record. offset: of `at`, as in spe_packet_decode. Returns the number of bytes, at least 1 where at
 * < end; *ret_whole: whether there was a record. */
size_t spe_record_decode(const uint8_t *at, const uint8_t *end, uint64_t offset, struct spe_record *ret,
			 bool *ret_whole);

#endif
