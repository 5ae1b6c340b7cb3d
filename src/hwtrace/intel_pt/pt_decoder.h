/* The way of a processor through the code, out of packets.
 *
 * Decoding begins at a PSB, where the trace tells all that is needed, and goes on as long as asked for: a piece between
 * two PSBs is decoded without the pieces before it, so pieces are decoded by several threads at once, a decoder each.
 *
 *     struct pt_decoder *decoder = pt_decoder_new(&config, &source, runs);
 *     pt_decoder_decode(decoder, &piece, &sink);        any number of pieces
 *     pt_decoder_free(decoder);
 *
 * What comes out goes to a sink: branches as they were taken, events, errors. After an error decoding goes on at the
 * next packet that tells an address, or at the next PSB. */
#ifndef HWTRACE_INTEL_PT_PT_DECODER_H
#define HWTRACE_INTEL_PT_PT_DECODER_H

#include "hwtrace/intel_pt/pt_code.h"
#include "hwtrace/intel_pt/pt_packet.h"

/* How the trace was made (AUXTRACE_INFO and the event's attr). */
struct pt_config {
	bool return_compression; /* returns to where the call came from are bits of TNT packets */
	bool branches;           /* the trace has branches at all; false: only PTWRITE, power, PEBS ... */
	/* An MTC packet comes every 2^mtc_shift ticks of the crystal clock (CTC). */
	unsigned mtc_shift;
	/* TSC ticks per CTC tick: numerator / denominator; 0: not known, MTC packets tell no time. */
	uint32_t tsc_ctc_numerator, tsc_ctc_denominator;
	/* CBR value at which the core runs at the TSC's frequency; 0: not known, cycles tell no time. */
	unsigned max_non_turbo_ratio;
	bool event_trace; /* MODE.Exec packets tell the interrupt flag (Event Trace) */
	/* 1: code is not walked over, TNT packets tell nothing; the addresses of other packets are what comes out. 2:
	 * only those in PSB+. */
	unsigned quick;
	/* So many runs of instructions without a packet are an endless loop. 0: 100000. */
	unsigned max_loops;
};

/* Bytes from the PSB where decoding begins, at `from`, to where it ends: at the PSB at `to`, whose address is still
 * walked to, or at `end` of the trace. from <= to <= end. */
struct pt_piece {
	const uint8_t *from, *to, *end;
	/* The piece before ended where this one begins, with the position known: an address that its PSB+ tells is no
	 * beginning of the trace. */
	bool goes_on;
};

/* Where in the trace and in time something is. */
struct pt_when {
	/* Of what is walked over: the time that was known when the branch before was taken. Packets tell times ahead of
	 * the branch that comes next, not of the instructions that lead there. 0: no time was told yet. */
	uint64_t tsc;
	uint64_t told_tsc; /* the last time that packets told; and how many instructions were walked since */
	uint64_t insns_since_told;
	uint64_t first_tsc;        /* the first time that they told; 0: none yet */
	uint64_t insns;            /* instructions that were completed since the piece began */
	uint64_t nr_branches;      /* that were taken, and beginnings and ends: the calls of pt_sink.branch */
	uint64_t nr_crossings;     /* of those into a virtual machine, or out of it */
	uint64_t first_branch_tsc; /* tsc of the first of them */
	uint64_t cycles;           /* of CYC packets since the piece began */
	uint64_t cycles_past;      /* of those before the packet of the last branch: certain to have passed here */
	uint64_t offset;           /* of the packet, from pt_piece.from */
	uint64_t cr3;              /* PT_NO_CR3: not told */
	bool guest;                /* in a virtual machine: of a branch, where it comes from */
	bool in_transaction;
	bool has_new_cycles; /* a CYC packet came right before that of this branch: cycles are exact here */
	bool ends;           /* the last of these instructions is where tracing ended */
	/* Event Trace: interrupts were off before this; and the instruction or branch changes that. */
	bool interrupts_off, interrupts_toggle;
	unsigned cbr; /* of the last CBR packet; 0: none */
};

/* Why control went elsewhere, beside the flow of the instruction. */
enum pt_branch_flag {
	PT_BRANCH_BEGIN = 1, /* tracing begins at `to`; there is no `from` */
	PT_BRANCH_END = 2,   /* tracing ends; `to` is 0 when it is not told */
	PT_BRANCH_ASYNC = 4, /* an interrupt, an exception; `from` was not executed */
	PT_BRANCH_ABORT = 8, /* of a transaction */
};
struct pt_branch {
	uint64_t from, to;   /* 0: none */
	uint8_t flow;        /* enum insn_flow of the instruction at from */
	uint8_t flags;       /* enum pt_branch_flag */
	uint8_t length;      /* of the instruction at from, 0: not known */
	bool to_guest;       /* it leads into a virtual machine, or stays there */
	const uint8_t *code; /* its bytes, of the image; NULL: not known */
};

enum pt_error {
	PT_ERROR_MEMORY,
	PT_ERROR_BAD_PACKET,       /* bytes that are no packet, or one that cannot stand here */
	PT_ERROR_NO_CODE,          /* nothing is known of the code at ip */
	PT_ERROR_BAD_CODE,         /* the bytes there are no instructions */
	PT_ERROR_MISMATCH,         /* the code does not do what the trace says */
	PT_ERROR_OVERFLOW,         /* packets were lost: OVF */
	PT_ERROR_ENDLESS_LOOP,     /* code that never needs a packet */
	PT_ERROR_EMULATED_PTWRITE, /* a function that stands for PTWRITE was left before all branches of the value */
	PT_ERROR_NR,
};
/* In words, upstream's. */
const char *pt_error_text(enum pt_error error);

/* Data of an event that Event Trace tells of (EVD packet); of one event so many at most are kept. */
enum { PT_MOST_EVENT_DATA = 32 };
struct pt_event_data {
	uint8_t type;
	uint64_t value;
};
/* What the packets tell beside the way through code, PSB when its PSB+ has ended: their values as in struct pt_packet.
 */
struct pt_event {
	struct pt_packet packet; /* PTW, MWAIT, PWRE, EXSTOP, PWRX, CBR, CFE, PSB, TRACESTOP, BBP, BIP, BEP,
				    MODE_EXEC, MODE_TSX */
	uint64_t ip;             /* that it tells, or where the processor was when it came; 0: not known */
	/* MODE_EXEC: the branch that changes the interrupt flag, CFE: the one that it leads to; NULL: none. */
	const struct pt_branch *branch;
	const struct pt_event_data *data; /* CFE: what came with it; valid during the call */
	unsigned nr_data;
};

/* Which instructions pt_sink.insns waits for: nothing is told of those that are certain to be others. Changed by insns
 * as it likes. The one with which when->insns reaches `insns`, or, by_ticks, the first outside of [from, to): told_tsc
 * and the instructions since then. */
struct pt_due {
	bool by_ticks;
	uint64_t insns;
	uint64_t from, to;
};

/* Takes what comes out. A member may be NULL; what is not wanted costs nothing. */
struct pt_sink {
	void *ctx;
	/* Taken branches, and where tracing began and ended. */
	void (*branch)(void *ctx, const struct pt_branch *branch, const struct pt_when *when);
	/* Instructions from ip, in `run` and the same image, of which the first so many were executed; when->insns
	 * counts those before. Comes for every run that may have one which is due. */
	void (*insns)(void *ctx, uint64_t ip, const uint8_t *code, const struct pt_run *run, unsigned count,
		      const struct pt_when *when);
	const struct pt_due *due; /* NULL: all are */
	/* With pt_config.quick instead of insns: where the processor was. branch: what leads away from there, NULL when
	 * nothing is told of that. */
	void (*place)(void *ctx, uint64_t ip, const struct pt_branch *branch, const struct pt_when *when);
	void (*event)(void *ctx, const struct pt_event *event, const struct pt_when *when);
	/* Each packet, before it is taken: its bytes, at when->offset. PT_BAD: a byte that begins none. For those who
	 * want to see what the decoder sees. */
	void (*packet)(void *ctx, const struct pt_packet *packet, const uint8_t *bytes, const struct pt_when *when);
	/* ip: where, 0 when not known. */
	void (*error)(void *ctx, enum pt_error error, uint64_t ip, const struct pt_when *when);
};

struct pt_decoder;
/* All is borrowed; runs may be shared by decoders of several threads. NULL without memory. */
struct pt_decoder *pt_decoder_new(const struct pt_config *config, const struct pt_code_source *source,
				  struct pt_runs *runs);
void pt_decoder_free(struct pt_decoder *decoder);
/* Decodes a piece from its beginning to its end: always what the same piece gave before. */
void pt_decoder_decode(struct pt_decoder *decoder, const struct pt_piece *piece, const struct pt_sink *sink);
/* Totals at the end of the last piece. */
const struct pt_when *pt_decoder_when(const struct pt_decoder *decoder);
/* Whether the position was known at the end of the last piece, or tracing was off: pt_piece.goes_on of the next. */
bool pt_decoder_goes_on(const struct pt_decoder *decoder);

#endif
