#include "session/session_dump_pieces.h"

#include <stdlib.h>

static void take_info(struct dump_pieces *pieces, const struct record *r)
{
	struct record_auxtrace_info info;
	if (pieces->info || record_decode_auxtrace_info(r, &info) < 0) return;
	pieces->nr_info = info.nr_priv;
	pieces->info = xcalloc(info.nr_priv + 1, sizeof(*pieces->info));
	for (size_t i = 0; i < info.nr_priv; i++) pieces->info[i] = cursor_u64(&info.priv);
}

static void take_piece(struct dump_pieces *pieces, const struct session *session, const struct record *r)
{
	struct record_aux aux;
	struct sample_id id = { 0 };
	if (record_decode_aux(r, &aux) < 0 || !aux.aux_size) return;
	(void)events_sample_id(session_events(session), r, &id);
	const struct dump_piece piece = { .offset = aux.aux_offset,
					  .size_bytes = aux.aux_size,
					  .flags = aux.flags,
					  .cpu = id.present & SAMPLE_CPU ? id.cpu : UINT32_MAX,
					  .tid = id.present & SAMPLE_TID ? id.tid : UINT32_MAX };
	vec_push(&pieces->all, piece);
}

static void take_id(struct dump_pieces *pieces, const struct session *session, const struct record *r)
{
	struct record_aux_output_hw_id told;
	struct sample_id id = { 0 };
	if (record_decode_aux_output_hw_id(r, &told) < 0) return;
	(void)events_sample_id(session_events(session), r, &id);
	if (!(id.present & SAMPLE_CPU)) return;
	vec_push(&pieces->ids, ((struct trace_dump_id){ .hw_id = told.hw_id, .cpu = id.cpu }));
}

int dump_pieces_read(struct session *session, struct dump_pieces *ret)
{
	struct record r;
	int got = 0;
	*ret = (struct dump_pieces){ .format = trace_format_find(session->totals.trace_type),
				     .cpuid = perfdata_header(session->perfdata)->cpuid };
	if (!ret->format || !ret->format->dump_piece) return 0;
	perfdata_rewind(session->perfdata);
	while ((got = perfdata_next(session->perfdata, &r)) > 0) {
		if (r.type == RECORD_AUXTRACE_INFO) take_info(ret, &r);
		if (r.type == RECORD_AUX) take_piece(ret, session, &r);
		if (r.type == RECORD_AUX_OUTPUT_HW_ID) take_id(ret, session, &r);
	}
	perfdata_rewind(session->perfdata);
	return got;
}

void dump_pieces_done(struct dump_pieces *pieces)
{
	free(pieces->info);
	vec_done(&pieces->ids);
	vec_done(&pieces->all);
}

bool dump_pieces_bytes(const struct dump_pieces *pieces, const uint8_t *bytes, size_t size, struct outbuf *out)
{
	const struct trace_format *format = pieces->format;
	if (format->dump) format->dump(bytes, size, out);
	else if (format->dump_for) format->dump_for(bytes, size, pieces->cpuid, out);
	else return false;
	return true;
}

void dump_pieces_text(const struct dump_pieces *pieces, const struct record *r, const uint8_t *bytes, size_t size,
		      struct outbuf *out)
{
	struct record_auxtrace area;
	if (dump_pieces_bytes(pieces, bytes, size, out)) return;
	if (record_decode_auxtrace(r, &area) < 0) return;
	for (size_t i = 0; i < pieces->all.count && out_flush_some(out) == 0; i++) {
		const struct dump_piece *piece = &pieces->all.items[i];
		bool is_here = area.cpu != UINT32_MAX ? piece->cpu == area.cpu : piece->tid == area.tid;
		if (!is_here || piece->offset < area.offset || piece->size_bytes > size) continue;
		if (piece->offset - area.offset > size - piece->size_bytes) continue;
		const struct trace_dump_piece part = { .info = pieces->info,
						       .nr_info = pieces->nr_info,
						       .ids = pieces->ids.items,
						       .nr_ids = pieces->ids.count,
						       .bytes = bytes + (piece->offset - area.offset),
						       .size_bytes = piece->size_bytes,
						       .offset = piece->offset,
						       .flags = piece->flags,
						       .cpu = area.cpu };
		pieces->format->dump_piece(&part, out);
	}
}
