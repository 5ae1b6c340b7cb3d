#include "hwtrace/coresight/etm_decoder.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "hwtrace/coresight/etm_library.h"

struct etm_decoder {
	const struct etm_library *library;
	dcd_tree_handle_t tree;
	const struct etm_client *client; /* NULL: packets are printed */
	struct outbuf *out;
};

int etm_decoder_available(struct err *err) { return etm_library(err) ? 0 : -ENOPKG; }

/* ---- what comes out */

static enum etm_branch branch_of(const ocsd_generic_trace_elem *from)
{
	bool is_indirect = from->last_i_type == OCSD_INSTR_BR_INDIRECT;
	if (!is_indirect && from->last_i_type != OCSD_INSTR_BR) return ETM_NO_BRANCH;
	switch (from->last_i_subtype) {
	case OCSD_S_INSTR_BR_LINK: return ETM_CALL;
	case OCSD_S_INSTR_V8_RET:
	case OCSD_S_INSTR_V7_IMPLIED_RET: return ETM_RETURN;
	case OCSD_S_INSTR_V8_ERET: return ETM_RETURN_FROM_EXCEPTION;
	default: return is_indirect ? ETM_JUMP_INDIRECT : ETM_JUMP;
	}
}

static void take_range(const ocsd_generic_trace_elem *from, struct etm_element *to)
{
	to->kind = ETM_RANGE;
	to->start = from->st_addr;
	to->end = from->en_addr;
	to->nr_insns = from->num_instr_range;
	to->last_size_bytes = from->last_instr_sz;
	to->is_a64 = from->isa == ocsd_isa_aarch64;
	to->branch = branch_of(from);
	to->is_conditional = from->last_instr_cond;
	to->is_taken = to->branch != ETM_NO_BRANCH && from->last_instr_exec;
}

static void take_context(const ocsd_generic_trace_elem *from, struct etm_element *to)
{
	to->kind = ETM_CONTEXT;
	to->context_of_el1 = from->context.context_id;
	to->context_of_el2 = from->context.vmid;
	to->has_context_of_el1 = from->context.ctxt_id_valid;
	to->has_context_of_el2 = from->context.vmid_valid;
}

static ocsd_datapath_resp_t take_element(const void *ctx, const ocsd_trc_index_t index, const uint8_t trace_id,
					 const ocsd_generic_trace_elem *from)
{
	(void)index;
	const struct etm_decoder *decoder = ctx;
	struct etm_element element = { .trace_id = trace_id };
	switch (from->elem_type) {
	case OCSD_GEN_TRC_ELEM_INSTR_RANGE: take_range(from, &element); break;
	case OCSD_GEN_TRC_ELEM_PE_CONTEXT: take_context(from, &element); break;
	case OCSD_GEN_TRC_ELEM_NO_SYNC:
	case OCSD_GEN_TRC_ELEM_TRACE_ON: element.kind = ETM_DISCONTINUITY; break;
	case OCSD_GEN_TRC_ELEM_EXCEPTION:
		element.kind = ETM_EXCEPTION;
		element.exception = from->exception_number;
		break;
	case OCSD_GEN_TRC_ELEM_EXCEPTION_RET: element.kind = ETM_EXCEPTION_RETURN; break;
	case OCSD_GEN_TRC_ELEM_ADDR_NACC:
		element.kind = ETM_NO_CODE;
		element.start = from->st_addr;
		break;
	default: return OCSD_RESP_CONT;
	}
	decoder->client->element(decoder->client->ctx, &element);
	return OCSD_RESP_CONT;
}

static uint32_t read_code(const void *ctx, const ocsd_vaddr_t address, const ocsd_mem_space_acc_t space,
			  const uint8_t trace_id, const uint32_t bytes, uint8_t *to)
{
	(void)space;
	const struct etm_decoder *decoder = ctx;
	return (uint32_t)decoder->client->code(decoder->client->ctx, trace_id, address, to, bytes);
}

/* A packet as the library writes it, with the end of the line; not what it says of itself. */
static void print_packet(const void *ctx, const char *text, const int length)
{
	const struct etm_decoder *decoder = ctx;
	if (strncmp(text, "Idx:", 4) != 0) return;
	out_char(decoder->out, '\t');
	out_mem(decoder->out, text, (size_t)MAX(length, 0));
}

/* ---- decoders */

/* ret_id: what the library calls it; 0 where there is one unit alone. */
static ocsd_err_t create_unit(const struct etm_decoder *decoder, const struct etm_cpu *cpu, int flags,
			      unsigned char *ret_id)
{
	if (cpu->kind == ETM_ETE) {
		const ocsd_ete_cfg ete = { .reg_idr0 = cpu->idr0,
					   .reg_idr1 = cpu->idr1,
					   .reg_idr2 = cpu->idr2,
					   .reg_idr8 = cpu->idr8,
					   .reg_devarch = cpu->devarch,
					   .reg_configr = cpu->configr,
					   .reg_traceidr = cpu->trace_id,
					   .arch_ver = ARCH_AA64,
					   .core_prof = profile_CortexA };
		return decoder->library->create_decoder(decoder->tree, OCSD_BUILTIN_DCD_ETE, flags, &ete, ret_id);
	}
	/* TRCIDR1: the version of the trace architecture, which has more in 4.3 and later */
	enum { MINOR_SHIFT = 4, FIRST_OF_V8_3 = 3 };
	const ocsd_etmv4_cfg etm = { .reg_idr0 = cpu->idr0,
				     .reg_idr1 = cpu->idr1,
				     .reg_idr2 = cpu->idr2,
				     .reg_idr8 = cpu->idr8,
				     .reg_configr = cpu->configr,
				     .reg_traceidr = cpu->trace_id,
				     .arch_ver = (cpu->idr1 >> MINOR_SHIFT & 0xf) >= FIRST_OF_V8_3 ? ARCH_AA64
												   : ARCH_V8,
				     .core_prof = profile_CortexA };
	return decoder->library->create_decoder(decoder->tree, OCSD_BUILTIN_DCD_ETMV4I, flags, &etm, ret_id);
}

static ocsd_err_t add_unit(struct etm_decoder *decoder, const struct etm_info *info, size_t unit)
{
	const struct etm_cpu *cpu = &info->cpus[unit];
	unsigned char id = 0;
	int flags = decoder->client ? OCSD_CREATE_FLG_FULL_DECODER : OCSD_CREATE_FLG_PACKET_PROC;
	ocsd_err_t r = create_unit(decoder, cpu, flags, &id);
	if (r != OCSD_OK || decoder->client) return r;
	return decoder->library->set_printer(decoder->tree, id, 0);
}

/* Whether its packets may be in the stream: frames have those of the units that write to one sink. */
static bool is_in_stream(const struct etm_stream *stream, size_t index)
{
	const struct etm_cpu *unit = &stream->info->cpus[index], *own = &stream->info->cpus[stream->unit];
	if (unit->kind == ETM_UNKNOWN) return false;
	if (!stream->formatted) return index == stream->unit;
	return !unit->is_unused && (!unit->sink || !own->sink || unit->sink == own->sink);
}

/* The library keeps all trees in one list without a lock: making, setting up and freeing one is for one thread at a
 * time. Decoding does not look there. */
static pthread_mutex_t *tree_lock(void)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	return &lock;
}

static int open_tree(struct etm_decoder *decoder, const struct etm_stream *stream)
{
	const struct etm_info *info = stream->info;
	const struct etm_library *library = decoder->library;
	decoder->tree = library->create_tree(stream->formatted ? OCSD_TRC_SRC_FRAME_FORMATTED : OCSD_TRC_SRC_SINGLE,
					     OCSD_DFRMTR_FRAME_MEM_ALIGN | OCSD_DFRMTR_RESET_ON_4X_FSYNC);
	if (decoder->tree == C_API_INVALID_TREE_HANDLE) return -ENOMEM;
	for (size_t i = 0; i < info->nr_cpus; i++) {
		if (!is_in_stream(stream, i)) continue;
		/* two units of one id cannot be told apart: the first is taken */
		if (add_unit(decoder, info, i) != OCSD_OK && !stream->formatted) return -EINVAL;
	}
	if (!decoder->client) {
		ocsd_err_t r = library->set_text_function(decoder->tree, decoder, print_packet);
		return r == OCSD_OK ? 0 : -EINVAL;
	}
	ocsd_err_t r = library->set_element_function(decoder->tree, take_element, decoder);
	if (r == OCSD_OK) r = library->add_memory(decoder->tree, 0, UINT64_MAX, OCSD_MEM_SPACE_ANY, read_code, decoder);
	return r == OCSD_OK ? 0 : -EINVAL;
}

/* client NULL: packets are written to out. */
static int new_decoder(const struct etm_stream *stream, const struct etm_client *client, struct outbuf *out,
		       struct etm_decoder **ret, struct err *err)
{
	const struct etm_library *library = etm_library(err);
	if (!library) return -ENOPKG;
	struct etm_decoder *decoder = xcalloc(1, sizeof(*decoder));
	*decoder = (struct etm_decoder){ .library = library, .client = client, .out = out };
	pthread_mutex_lock(tree_lock());
	int r = open_tree(decoder, stream);
	pthread_mutex_unlock(tree_lock());
	if (r < 0) {
		etm_decoder_free(decoder);
		return err_set_errno(err, r, "OpenCSD makes no decoder for the CoreSight trace");
	}
	*ret = decoder;
	return 0;
}

int etm_decoder_new(const struct etm_stream *stream, const struct etm_client *client, struct etm_decoder **ret,
		    struct err *err)
{
	return new_decoder(stream, client, NULL, ret, err);
}

void etm_decoder_free(struct etm_decoder *decoder)
{
	if (!decoder) return;
	pthread_mutex_lock(tree_lock());
	if (decoder->tree != C_API_INVALID_TREE_HANDLE) decoder->library->destroy_tree(decoder->tree);
	pthread_mutex_unlock(tree_lock());
	free(decoder);
}

int etm_decoder_piece(struct etm_decoder *decoder, uint64_t offset, const uint8_t *bytes, size_t size)
{
	const struct etm_library *library = decoder->library;
	ocsd_datapath_resp_t response = OCSD_RESP_CONT;
	size_t done = 0;
	(void)library->process_data(decoder->tree, OCSD_OP_RESET, 0, 0, NULL, NULL);
	while (done < size && !OCSD_DATA_RESP_IS_FATAL(response)) {
		uint32_t used = 0, left = (uint32_t)MIN(size - done, (size_t)1 << 20);
		if (OCSD_DATA_RESP_IS_CONT(response))
			response = library->process_data(decoder->tree, OCSD_OP_DATA, (ocsd_trc_index_t)(offset + done),
							 left, bytes + done, &used);
		else response = library->process_data(decoder->tree, OCSD_OP_FLUSH, 0, 0, NULL, NULL);
		if (!used && OCSD_DATA_RESP_IS_CONT(response)) break;
		done += used;
	}
	(void)library->process_data(decoder->tree, OCSD_OP_EOT, 0, 0, NULL, NULL);
	return OCSD_DATA_RESP_IS_FATAL(response) ? -EBADMSG : 0;
}

int etm_dump_piece(const struct etm_stream *stream, uint64_t offset, const uint8_t *bytes, size_t size,
		   struct outbuf *out, struct err *err)
{
	struct etm_decoder *decoder;
	int r = new_decoder(stream, NULL, out, &decoder, err);
	if (r < 0) return r;
	r = etm_decoder_piece(decoder, offset, bytes, size);
	etm_decoder_free(decoder);
	return r < 0 ? err_set_errno(err, r, "the CoreSight trace is damaged") : 0;
}
