/* CoreSight traces through OpenCSD: a piece of a trace, as one AUX record tells of it, becomes what was executed. */
#ifndef HWTRACE_CORESIGHT_ETM_DECODER_H
#define HWTRACE_CORESIGHT_ETM_DECODER_H

#include "base/err.h"
#include "base/outbuf.h"
#include "hwtrace/coresight/etm_info.h"

enum etm_element_kind {
	ETM_RANGE,         /* instructions, one behind the other */
	ETM_DISCONTINUITY, /* tracing begins there, or anew */
	ETM_EXCEPTION,
	ETM_EXCEPTION_RETURN,
	ETM_CONTEXT, /* the thread */
	ETM_NO_CODE, /* that could not be read; address */
};
/* Of the last instruction. */
enum etm_branch { ETM_NO_BRANCH, ETM_JUMP, ETM_JUMP_INDIRECT, ETM_CALL, ETM_RETURN, ETM_RETURN_FROM_EXCEPTION };
struct etm_element {
	enum etm_element_kind kind;
	uint32_t trace_id;   /* of the CPU: etm_cpu.trace_id */
	uint64_t start, end; /* addresses; end: behind the last instruction */
	uint32_t nr_insns;
	uint8_t last_size_bytes;
	bool is_a64; /* all instructions are 4 bytes */
	enum etm_branch branch;
	bool is_conditional, is_taken;
	uint32_t exception;                      /* its number */
	uint32_t context_of_el1, context_of_el2; /* ETM_CONTEXT */
	bool has_context_of_el1, has_context_of_el2;
};

struct etm_client {
	void *ctx;
	/* What was executed, in order. */
	void (*element)(void *ctx, const struct etm_element *element);
	/* Code; how many bytes there are of it, 0: none. */
	size_t (*code)(void *ctx, uint32_t trace_id, uint64_t address, uint8_t *to, size_t bytes);
};

/* Whose trace it is: of several units in frames (ETR, ETF), `unit` among them, or all bytes are of `unit` (an index in
 * info->cpus). */
struct etm_stream {
	const struct etm_info *info;
	bool formatted;
	size_t unit;
};
/* A decoder for pieces of a stream, one after the other, by one thread. client and info stay as they are. 0; -ENOPKG
 * with err set: there is no library, or -errno. */
struct etm_decoder;
int etm_decoder_new(const struct etm_stream *stream, const struct etm_client *client, struct etm_decoder **ret,
		    struct err *err) _warn_unused_;
void etm_decoder_free(struct etm_decoder *decoder);
/* A piece; offset: of it in the AUX area. 0, or -EBADMSG: what follows could not be decoded. */
int etm_decoder_piece(struct etm_decoder *decoder, uint64_t offset, const uint8_t *bytes, size_t size);

/* Whether the library is there; 0, or -ENOPKG with err set. */
int etm_decoder_available(struct err *err) _warn_unused_;
/* Appends the packets of a piece as text, a line each. The same errors. */
int etm_dump_piece(const struct etm_stream *stream, uint64_t offset, const uint8_t *bytes, size_t size,
		   struct outbuf *out, struct err *err);

#endif
