/* Packets of the Arm Statistical Profiling Extension (Arm Architecture Reference Manual, chapter "Statistical Profiling
 * Extension Sample Record Specification"). A record, which is a sample, is some packets and an END or a timestamp.
 *
 *     b0 23 01 40 00 00 00 00 00   address 0 (where the instruction is)
 *     49 00                        operation: a load
 *     52 16 00                     events
 *     71 ...                       timestamp: the record ends */
#ifndef HWTRACE_ARM_SPE_SPE_PACKET_H
#define HWTRACE_ARM_SPE_SPE_PACKET_H

#include <stddef.h>
#include <stdint.h>

enum spe_packet_type {
	SPE_BAD,
	SPE_PAD,
	SPE_END,
	SPE_TIMESTAMP,
	SPE_EVENTS,      /* payload: enum spe_event */
	SPE_DATA_SOURCE, /* payload: the number of the CPU's own */
	SPE_CONTEXT,     /* index: exception level - 1 */
	SPE_OPERATION,   /* index: enum spe_operation; payload: what it is nearer */
	SPE_ADDRESS,     /* index: enum spe_address */
	SPE_COUNTER,     /* index: enum spe_counter; payload: cycles */
};
enum spe_address { SPE_ADDRESS_PC, SPE_ADDRESS_TARGET, SPE_ADDRESS_DATA, SPE_ADDRESS_PHYSICAL, SPE_ADDRESS_PREVIOUS };
enum spe_counter { SPE_COUNTER_TOTAL, SPE_COUNTER_ISSUE, SPE_COUNTER_TRANSLATION };
enum spe_operation { SPE_OPERATION_OTHER, SPE_OPERATION_LOAD_STORE, SPE_OPERATION_BRANCH };
/* Bits of the payload of SPE_EVENTS. */
enum spe_event {
	SPE_EVENT_EXCEPTION,
	SPE_EVENT_RETIRED,
	SPE_EVENT_L1D_ACCESS,
	SPE_EVENT_L1D_REFILL,
	SPE_EVENT_TLB_ACCESS,
	SPE_EVENT_TLB_REFILL,
	SPE_EVENT_NOT_TAKEN,
	SPE_EVENT_MISPREDICTED,
	SPE_EVENT_LLC_ACCESS,
	SPE_EVENT_LLC_REFILL,
	SPE_EVENT_REMOTE_ACCESS,
	SPE_EVENT_ALIGNMENT,
	SPE_EVENT_PARTIAL_PREDICATE = 17,
	SPE_EVENT_EMPTY_PREDICATE,
};

/* size: its bytes, with the header; at least 1. */
struct spe_packet {
	enum spe_packet_type type;
	uint8_t index;
	uint8_t size;
	uint64_t payload;
};

/* Decodes the packet at `at`, which is offset bytes behind the beginning of the trace's buffer (packets may be there to
 * align those behind them). 0; or -EBADMSG: that is none, or -ENODATA: it goes on behind `end`, with *ret a SPE_BAD of
 * one byte. at < end. */
int spe_packet_decode(const uint8_t *at, const uint8_t *end, uint64_t offset, struct spe_packet *ret);

enum { SPE_PACKET_TEXT_BYTES = 256 };
/* As upstream's dump has it: "LAT 10 TOT". */
void spe_packet_text(const struct spe_packet *packet, char *buf, size_t size);

#endif
