/* Records of an Arm SPE trace as samples: one of each event that the record is. */
#include "session/trace/trace_spe.h"

#include "hwtrace/arm_spe/spe_data_source.h"

uint64_t spe_trace_events_of(const struct spe_trace *trace, const struct spe_record *record, uint64_t number)
{
	static const struct {
		enum spe_event bit;
		enum trace_event event;
	} rows[] = {
		{ SPE_EVENT_L1D_REFILL, TRACE_EVENT_L1D_MISS },
		{ SPE_EVENT_L1D_ACCESS, TRACE_EVENT_L1D_ACCESS },
		{ SPE_EVENT_LLC_REFILL, TRACE_EVENT_LLC_MISS },
		{ SPE_EVENT_LLC_ACCESS, TRACE_EVENT_LLC_ACCESS },
		{ SPE_EVENT_TLB_REFILL, TRACE_EVENT_TLB_MISS },
		{ SPE_EVENT_TLB_ACCESS, TRACE_EVENT_TLB_ACCESS },
		{ SPE_EVENT_MISPREDICTED, TRACE_EVENT_BRANCH_MISS },
		{ SPE_EVENT_REMOTE_ACCESS, TRACE_EVENT_REMOTE_ACCESS },
	};
	uint64_t found = 0;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (record->events >> rows[i].bit & 1 && trace->events[rows[i].event]) found |= 1ULL << rows[i].event;
	if (trace->events[TRACE_EVENT_MEMORY] && (record->is_load || record->is_store))
		found |= 1ULL << TRACE_EVENT_MEMORY;
	if (trace->events[TRACE_EVENT_OPERATIONS] && (number + 1) % MAX(trace->base.wants.period, (uint64_t)1) == 0)
		found |= 1ULL << TRACE_EVENT_OPERATIONS;
	return found;
}

uint64_t spe_trace_time(const struct spe_trace *trace, const struct spe_record *record)
{
	/* without times they come behind all that was recorded, where times order that */
	if (!trace->base.has_time) return trace->base.session->totals.in_file_order ? UINT64_MAX : UINT64_MAX - 1;
	return record->has_timestamp ? trace_clock_ns(&trace->clock, record->timestamp) : 0;
}

uint64_t spe_trace_place(const struct spe_trace *trace, const struct spe_record *record, uint64_t *last_ns)
{
	if (!trace->base.has_time || record->has_timestamp) *last_ns = spe_trace_time(trace, record);
	return *last_ns;
}

/* Who runs is said by context packets where there are any; else as the recording knows it. */
struct runner {
	struct trace_where where;
	uint32_t context;
	bool has_context;
	uint64_t midr;    /* of the CPU */
	uint64_t last_ns; /* as in spe_block */
};

static void set_thread(const struct spe_trace *trace, struct runner *runner, uint64_t place_ns, struct sample *sample)
{
	trace_where_move(&runner->where, place_ns);
	sample->pid = runner->where.pid;
	sample->tid = runner->where.tid;
	if (!runner->has_context || runner->context == sample->tid) return;
	uint64_t until_ns;
	sample->tid = runner->context;
	const struct task *task = model_task(session_model(trace->base.session), sample->tid, place_ns, &until_ns);
	sample->pid = task ? task_pid(task) : TRACE_ANY;
}

static void give(const struct spe_trace *trace, struct runner *runner, const struct spe_record *record, uint64_t events,
		 struct sample_sink *sink)
{
	struct sample sample = { .ip = record->ip,
				 .time_ns = spe_trace_time(trace, record),
				 .weight = record->latency_cycles,
				 .phys_addr = record->physical_address };
	const uint64_t source = spe_data_source(record, runner->midr);
	sink->place_ns = spe_trace_place(trace, record, &runner->last_ns);
	set_thread(trace, runner, sink->place_ns, &sample);
	sample.cpu = runner->where.queue->cpu;
	sample.misc = sample.cpumode = sample.ip >> 63 ? CPUMODE_KERNEL : CPUMODE_USER;
	for (unsigned which = 0; which < TRACE_EVENT_NR; which++) {
		if (!(events >> which & 1)) continue;
		bool is_branch = which == TRACE_EVENT_BRANCH_MISS;
		sample.event = trace->events[which];
		sample.present = sample.event->attr.sample_type;
		sample.period = which == TRACE_EVENT_OPERATIONS ? MAX(trace->base.wants.period, (uint64_t)1) : 1;
		sample.id = sample.stream_id = sample.event->nr_ids ? sample.event->ids[0] : 0;
		sample.addr = is_branch ? record->target : record->data_address;
		sample.data_src = is_branch ? 0 : source;
		sink->sample(sink, &sample);
	}
}

void spe_trace_decode(const struct spe_trace *trace, const struct spe_block *block, struct sample_sink *sink)
{
	struct runner runner = { .where = trace_base_where(&trace->base, block->stream->queue),
				 .context = block->context,
				 .has_context = block->has_context,
				 .midr = *u64map_find(&trace->midr_of, (uintptr_t)block->stream->queue),
				 .last_ns = block->last_ns };
	struct trace_stretch stretch;
	uint64_t number = block->nr_records;
	trace_stream_read(trace->base.session->perfdata, block->stream, block->from, block->to, &stretch);
	for (size_t at = 0; at < stretch.size_bytes;) {
		struct spe_record record;
		bool whole;
		at += spe_record_decode(stretch.bytes + at, stretch.bytes + stretch.size_bytes, block->from + at,
					&record, &whole);
		if (!whole) break;
		if (record.has_context) {
			runner.context = record.context;
			runner.has_context = true;
		}
		give(trace, &runner, &record, spe_trace_events_of(trace, &record, number++), sink);
	}
	trace_stretch_done(&stretch);
}
