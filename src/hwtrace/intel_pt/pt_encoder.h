/* Makes an Intel PT trace out of what a processor did: the counterpart of pt_decoder.h (Intel SDM volume 3, chapter
 * "Intel Processor Trace").
 *
 *     pt_encoder_enter -> [pt_encoder_conditional | pt_encoder_indirect | pt_encoder_time ...] -> pt_encoder_leave ->
 * ...
 *
 * The caller follows the code and tells each conditional branch, each transfer to an address that code does not name
 * (indirect jumps and calls, all returns), and where the traced code is left and entered. Direct jumps and calls are
 * not told: who reads the trace sees them in the code. Returns are not compressed: attr.config has noretcomp. */
#ifndef HWTRACE_INTEL_PT_PT_ENCODER_H
#define HWTRACE_INTEL_PT_PT_ENCODER_H

#include "base/outbuf.h"
#include "hwtrace/intel_pt/pt_packet.h"

struct pt_encoder {
	struct outbuf *out; /* borrowed: memory that grows */
	size_t psb_bytes;   /* about as far from one place where decoding can begin to the next */
	/* the rest is the encoder's own */
	size_t nr_since_psb;
	uint64_t last_ip; /* that IP packets abbreviate */
	uint64_t tnt;     /* branches that wait for a packet, the oldest the highest bit */
	unsigned nr_tnt;
	uint64_t tsc;
	uint8_t mode; /* PT_EXEC_*, as the trace last told */
	bool began, enabled;
};

/* out must outlive the encoder. Nothing is to be freed. */
void pt_encoder_init(struct pt_encoder *encoder, struct outbuf *out, size_t psb_bytes);
/* From now on it is tsc. A packet is written when it changed. */
void pt_encoder_time(struct pt_encoder *encoder, uint64_t tsc);
/* Traced code begins at ip. mode: bits of PT_EXEC_*. */
void pt_encoder_enter(struct pt_encoder *encoder, uint64_t ip, uint8_t mode);
/* The last instruction left traced code (a system call, say). */
void pt_encoder_leave(struct pt_encoder *encoder);
/* Something else did, in front of the instruction at ip: an interrupt, a signal. */
void pt_encoder_interrupt(struct pt_encoder *encoder, uint64_t ip);
/* A conditional branch. */
void pt_encoder_conditional(struct pt_encoder *encoder, bool taken);
/* A transfer to an address that the code does not name. */
void pt_encoder_indirect(struct pt_encoder *encoder, uint64_t ip);
/* The next instruction is at ip: writes a PSB, at which decoding can begin, when the last one is psb_bytes away. */
void pt_encoder_sync(struct pt_encoder *encoder, uint64_t ip);
/* Writes branches that wait for their packet. To be called before the bytes are given away. */
void pt_encoder_flush(struct pt_encoder *encoder);

#endif
