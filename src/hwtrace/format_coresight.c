#include <string.h>
#include "hwtrace/coresight/etm_decoder.h"
#include "hwtrace/trace_format.h"
#include "perfdata/record/record.h"

/* The unit of the CPU; the first where none is. */
static size_t unit_of(const struct etm_info *info, uint32_t cpu)
{
	for (size_t i = 0; i < info->nr_cpus; i++)
		if (info->cpus[i].cpu == cpu) return i;
	return 0;
}

static void dump_piece(const struct trace_dump_piece *piece, struct outbuf *out)
{
	enum { UNFORMATTED = 0x100 }; /* PERF_AUX_FLAG_CORESIGHT_FORMAT_RAW (UAPI) */
	struct etm_info info;
	_err_done_ struct err err = ERR_INIT;
	if (etm_info_decode(piece->info, piece->nr_info, &info) == 0 && info.nr_cpus) {
		size_t unit = unit_of(&info, piece->cpu);
		for (size_t i = 0; i < piece->nr_ids; i++)
			(void)etm_info_tell_id(&info, piece->ids[i].cpu, piece->ids[i].hw_id);
		out_printf(out, "\n. ... CoreSight %s Trace data: size %#zx bytes\n",
			   info.cpus[unit].kind == ETM_ETE ? "ETE" : "ETMV4I", piece->size_bytes);
		const struct etm_stream stream = { &info, !(piece->flags & UNFORMATTED), unit };
		int r = etm_dump_piece(&stream, piece->offset, piece->bytes, piece->size_bytes, out, &err);
		if (r < 0) out_printf(out, "\t%s\n", err.message);
	}
	etm_info_done(&info);
}

const struct trace_format trace_format_coresight = { .type = AUXTRACE_CS_ETM,
						     .name = "CoreSight",
						     .dump_piece = dump_piece };
