/* The state of a decoder, shared by pt_decoder.c (packets) and pt_walk.c (code). */
#ifndef HWTRACE_INTEL_PT_PT_PRIVATE_H
#define HWTRACE_INTEL_PT_PT_PRIVATE_H

#include "hwtrace/intel_pt/pt_decoder.h"
#include "hwtrace/intel_pt/pt_time.h"

enum { RETURN_STACK = 64, NR_IMAGES = 8 };

/* For whom the next FUP is; none: an asynchronous event happens at its address. */
enum fup_for { FUP_FOR_NONE, FUP_FOR_EVENT, FUP_FOR_EVENT_TRACE, FUP_FOR_TRANSACTION, FUP_FOR_ABORT, FUP_FOR_OVERFLOW };

struct pt_decoder {
	const struct pt_config *config;
	const struct pt_code_source *source;
	struct pt_runs *runs;
	const struct pt_sink *sink;
	const struct pt_piece *piece;
	/* Where: the run that comes next, of this image. NULL: not known (tracing is off, or an address is awaited). */
	struct pt_run *run;
	struct pt_image image;
	/* Where run is NULL but the address is known: no code was found there yet. */
	uint64_t ip;
	bool have_ip, enabled;
	/* The position was lost: the next address is where the trace begins anew, of which a branch tells. */
	bool lost;
	uint8_t bits; /* of the mode: 64, 32, 16 */
	struct pt_time time;
	struct pt_when when;
	bool cycles_came; /* a CYC packet, and no branch behind it yet */
	uint64_t last_ip; /* that IP packets abbreviate */
	/* PIP told that the next branch leads into a virtual machine, or out of it: pt_walk_change_machine. */
	bool told_guest;
	/* PSB+ is being read: packets tell the state and no flow. */
	bool in_psb, psb_told; /* ... and had an address */
	uint64_t psb_offset;   /* where it began */
	enum fup_for fup_for;
	struct pt_event event; /* waits for its FUP */
	/* Branches tell a value bit by bit: so many are still to come. emulated: the event that this becomes, with the
	 * bits so far, of where and when its function was entered. */
	unsigned nr_value_bits;
	struct pt_event emulated;
	struct pt_branch emulated_branch;
	struct pt_when emulated_when;
	/* Event Trace: what EVD packets told for the next CFE. Interrupts are off, as the last MODE.Exec said: the next
	 * branch makes it so; set_off_at_next: the next instruction does. */
	struct pt_event_data event_data[PT_MOST_EVENT_DATA];
	unsigned nr_event_data;
	bool told_off, set_off_at_next;
	uint64_t last_from; /* where the last branch was, or tracing ended; 0: none yet */
	/* Something happened at async_from: a TIP says where it leads; aborts: a transaction was aborted. */
	uint64_t async_from;
	bool async, aborts;
	unsigned block_bytes; /* of a PEBS block that is open, else 0 */
	/* Branches behind one whose TIP packet comes later than theirs ("deferred TIPs"); as in struct pt_packet. */
	uint64_t deferred;
	unsigned nr_deferred;
	/* Addresses behind calls, for compressed returns. */
	uint64_t returns[RETURN_STACK];
	struct pt_run *callers[RETURN_STACK]; /* the run of each, whose `next` link is where it returns to */
	unsigned nr_returns, first_return;
	/* Images that were asked for, the newest at next_image - 1. */
	struct pt_image images[NR_IMAGES];
	unsigned next_image;
};

/* pt_walk.c. In quick decoding the position just changes. All return false when the position is lost, with the error
 * said. */

/* Goes to an address without passing over anything. */
bool pt_walk_set(struct pt_decoder *d, uint64_t ip);
/* Nothing is known of where the processor is. */
void pt_walk_lose(struct pt_decoder *d);
/* The address of what is executed next. */
uint64_t pt_walk_ip(const struct pt_decoder *d);
/* Takes the branches of a TNT packet. */
bool pt_walk_tnt(struct pt_decoder *d, uint64_t bits, unsigned count);
/* Walks to the instruction whose target a TIP packet tells, and goes to ip. */
bool pt_walk_tip(struct pt_decoder *d, uint64_t ip);
/* Walks to the branch behind which tracing ended (TIP.PGD); have_ip: it went to ip. */
bool pt_walk_end(struct pt_decoder *d, bool have_ip, uint64_t ip);
/* Branches do not tell the value any more that they had begun with: said as an error, if so. */
void pt_walk_end_value(struct pt_decoder *d);
/* Walks to ip along what needs no packet. */
bool pt_walk_to(struct pt_decoder *d, uint64_t ip);
/* Says the error of the run at hand, and loses the position. */
bool pt_walk_fail(struct pt_decoder *d, enum pt_error error);
/* The branch may change the interrupt flag, as MODE.Exec told: said here, and done when pt_walk_toggled is called
 * behind it. */
void pt_walk_toggle(struct pt_decoder *d, const struct pt_branch *branch);
/* A branch is about to be told. */
static inline void pt_walk_count_branch(struct pt_decoder *d)
{
	if (unlikely(!d->when.nr_branches++)) d->when.first_branch_tsc = d->when.tsc;
}
/* ... which has both ends. */
static inline void pt_walk_count_crossing(struct pt_decoder *d)
{
	d->when.nr_crossings += d->told_guest != d->when.guest;
}
static inline void pt_walk_toggled(struct pt_decoder *d)
{
	d->when.interrupts_off = d->told_off;
	d->when.interrupts_toggle = false;
}
/* In or outside of a virtual machine from here on, as PIP told: other code is at the same addresses.
 * No run is at hand then, until pt_walk_set. */
void pt_walk_change_machine(struct pt_decoder *d);
void pt_walk_error(struct pt_decoder *d, enum pt_error error, uint64_t ip);

#endif
