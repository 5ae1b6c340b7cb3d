/* Dump of the records that perf makes (type 64 and above), where that is more than one printf. Words, spacing and
 * misspellings are upstream's. */
#include <errno.h>
#include <inttypes.h>
#include "perfdata/dump_private.h"

int dump_id_index(struct dump *dump, const struct dump_item *item, struct record_id_index *v)
{
	struct record_id_entry e;
	out_printf(dump->out, " nr: %" PRIu64 "\n", v->count);
	while (record_id_index_next(v, &e)) {
		out_printf(dump->out, " ... id: %" PRIu64 "  idx: %" PRIu64 "  cpu: %" PRId64 "  tid: %" PRId64, e.id,
			   e.idx, e.cpu, e.tid);
		if (e.has_guest)
			out_printf(dump->out, "  machine_pid: %" PRId64 "  vcpu: %" PRId64, (int64_t)e.machine_pid,
				   (int64_t)e.vcpu);
		out_char(dump->out, '\n');
	}
	return 0;
}

/* "cpu0 1 2 ..."; CPUs have six counters of 32 bits and three of 64, domains as many of 32 bits as there are. */
int dump_schedstat_cpu(struct dump *dump, const struct dump_item *item, struct record_schedstat_cpu *v)
{
	out_printf(dump->out, "\ncpu%u", v->cpu);
	for (int i = 0; i < 6; i++) out_printf(dump->out, " %u", cursor_u32(&v->counters));
	for (int i = 0; i < 3; i++) out_printf(dump->out, " %" PRIu64, cursor_u64(&v->counters));
	out_char(dump->out, '\n');
	return 0;
}

int dump_schedstat_domain(struct dump *dump, const struct dump_item *item, struct record_schedstat_domain *v)
{
	out_printf(dump->out, "\ndomain%u", v->domain);
	while (cursor_left(&v->counters) >= 4) out_printf(dump->out, " %u", cursor_u32(&v->counters));
	out_char(dump->out, '\n');
	return 0;
}

/* Names of the 8-byte words of an AUXTRACE_INFO record, by type of trace, in the order of the words. hex: shown as
 * hexadecimal. A type without a table has only its number shown; a table is added here, with a case in
 * dump_auxtrace_info. */
struct auxtrace_field {
	const char *name;
	bool hex;
};
static const struct auxtrace_field intel_pt_fields[] = {
	{ "  PMU Type            " },       { "  Time Shift          " },       { "  Time Muliplier      " },
	{ "  Time Zero           " },       { "  Cap Time Zero       " },       { "  TSC bit             ", true },
	{ "  NoRETComp bit       ", true }, { "  Have sched_switch   " },       { "  Snapshot mode       " },
	{ "  Per-cpu maps        " },       { "  MTC bit             ", true }, { "  MTC freq bits       ", true },
	{ "  TSC:CTC numerator   " },       { "  TSC:CTC denominator " },       { "  CYC bit             ", true },
	{ "  Max non-turbo ratio " },       { "  Filter string len.  " },
};
static const struct auxtrace_field intel_bts_fields[] = {
	{ "  PMU Type           " }, { "  Time Shift         " }, { "  Time Muliplier     " },
	{ "  Time Zero          " }, { "  Cap Time Zero      " }, { "  Snapshot mode      " },
};
static const struct auxtrace_field pmu_type_fields[] = { { "  PMU Type           " } };

static void add_auxtrace_fields(struct outbuf *out, struct record_auxtrace_info *info,
				const struct auxtrace_field *fields, size_t count)
{
	for (size_t i = 0; i < count && cursor_left(&info->priv) >= 8; i++)
		out_printf(out, fields[i].hex ? "%s%#" PRIx64 "\n" : "%s%" PRIu64 "\n", fields[i].name,
			   cursor_u64(&info->priv));
}

/* Arm SPE: the PMU's type and whether areas are of CPUs; or, as perf 6.14 and later write it, a head and the words of
 * each CPU (hwtrace/arm_spe/spe_info.c). */
static void add_spe_info(struct outbuf *out, struct record_auxtrace_info *info)
{
	static const struct auxtrace_field head[] = { { "  Header version     :" },
						      { "  Header size        :" },
						      { "  PMU type v2        :" },
						      { "  CPU number         :" } };
	static const struct auxtrace_field cpu[] = {
		{ "    Magic            :", .hex = true }, { "    CPU #            :" }, { "    Num of params    :" },
		{ "    MIDR             :", .hex = true }, { "    PMU Type         :" }, { "    Min Interval     :" },
		{ "    Event Filter     :", .hex = true }
	};
	enum { FIXED = 3, WORD = 8 };
	struct cursor look = info->priv;
	const bool is_new = cursor_left(&look) >= ARRAY_SIZE(head) * WORD && cursor_u64(&look) >= 2 &&
			    cursor_u64(&look) == ARRAY_SIZE(head);
	if (!is_new) {
		add_auxtrace_fields(out, info, pmu_type_fields, ARRAY_SIZE(pmu_type_fields));
		return;
	}
	add_auxtrace_fields(out, info, head, ARRAY_SIZE(head));
	while (cursor_left(&info->priv) >= FIXED * WORD) {
		look = info->priv;
		cursor_skip(&look, (FIXED - 1) * WORD);
		const uint64_t words = cursor_u64(&look), known = MIN(words, ARRAY_SIZE(cpu) - (uint64_t)FIXED);
		add_auxtrace_fields(out, info, cpu, FIXED + (size_t)known);
		if (words - known > cursor_left(&info->priv) / WORD) return;
		cursor_skip(&info->priv, (size_t)(words - known) * WORD);
	}
}

/* What the recorder of a hardware trace wrote for its decoder, by type of trace. */
int dump_auxtrace_info(struct dump *dump, const struct dump_item *item, struct record_auxtrace_info *v)
{
	out_printf(dump->out, " type: %u\n", v->auxtrace_type);
	switch (v->auxtrace_type) {
	case AUXTRACE_INTEL_PT: {
		add_auxtrace_fields(dump->out, v, intel_pt_fields, ARRAY_SIZE(intel_pt_fields));
		/* The last of these words is the length of the string that follows, in front of one more word. */
		struct cursor length = v->priv;
		length.pos -= length.pos >= 8 ? 8 : 0;
		uint64_t size = cursor_u64(&length);
		const char *text = size && size <= cursor_left(&v->priv) ? cursor_string(&v->priv, size) : NULL;
		out_printf(dump->out, "  Filter string       %s\n", text ? text : "");
		if (text) cursor_skip(&v->priv, 8 - size % 8); /* whole words, with a NUL */
		if (cursor_left(&v->priv) >= 8)
			out_printf(dump->out, "  Cap Event Trace     %" PRIu64 "\n", cursor_u64(&v->priv));
		break;
	}
	case AUXTRACE_INTEL_BTS:
		add_auxtrace_fields(dump->out, v, intel_bts_fields, ARRAY_SIZE(intel_bts_fields));
		break;
	case AUXTRACE_ARM_SPE: add_spe_info(dump->out, v); break;
	case AUXTRACE_HISI_PTT: add_auxtrace_fields(dump->out, v, pmu_type_fields, ARRAY_SIZE(pmu_type_fields)); break;
	}
	return 0;
}

void dump_auxtrace_error_text(const struct record_auxtrace_error *v, struct outbuf *out)
{
	out_printf(out, " %s error type %u", v->error_type == 1 ? "instruction trace" : "unknown", v->error_type);
	if (v->fmt && v->time_ns)
		out_printf(out, " time %" PRIu64 ".%09" PRIu64, v->time_ns / 1000000000, v->time_ns % 1000000000);
	else out_lit(out, " time 0");
	if (v->fmt >= 2 && v->machine_pid)
		out_printf(out, " machine_pid %d vcpu %d", (int)v->machine_pid, (int)v->vcpu);
	out_printf(out, " cpu %d pid %d tid %d ip %#" PRIx64 " code %u: %s\n", (int)v->cpu, (int)v->pid, (int)v->tid,
		   v->ip, v->code, v->message);
}

int dump_auxtrace_error(struct dump *dump, const struct dump_item *item, struct record_auxtrace_error *v)
{
	dump_auxtrace_error_text(v, dump->out);
	return 0;
}

/* The ids only; the names behind them are not shown. */
int dump_thread_map(struct dump *dump, const struct dump_item *item, struct record_thread_map *v)
{
	out_printf(dump->out, " nr: %" PRIu64 " thread%s: ", v->count, v->count > 1 ? "s" : "");
	for (uint64_t i = 0; i < v->count; i++) {
		out_printf(dump->out, "%s%d", i ? ", " : "", (int)cursor_u64(&v->entries));
		/* The thread's name. */
		cursor_skip(&v->entries, 16);
	}
	out_char(dump->out, '\n');
	return 0;
}

int dump_cpu_map(struct dump *dump, const struct dump_item *item, struct record_cpu_map *v)
{
	_free_ char *list = record_cpu_map_format(v->payload);
	if (!list) return -EBADMSG;
	out_printf(dump->out, ": %s\n", list);
	return 0;
}

int dump_stat_config(struct dump *dump, const struct dump_item *item, struct record_stat_config *v)
{
	/* The tags of the entries. */
	enum { AGGR_MODE, INTERVAL, SCALE, TERMS };
	uint64_t values[TERMS] = { 0 };
	for (uint64_t i = 0; i < v->count; i++) {
		uint64_t tag = cursor_u64(&v->entries), value = cursor_u64(&v->entries);
		if (tag < TERMS) values[tag] = value;
	}
	out_printf(dump->out, "\n... aggr_mode %d\n... scale     %d\n... interval  %u\n", (int)values[AGGR_MODE],
		   (int)values[SCALE], (unsigned)values[INTERVAL]);
	return 0;
}

int dump_event_update(struct dump *dump, const struct dump_item *item, struct record_event_update *v)
{
	out_printf(dump->out, "\n... id:    %" PRIu64 "\n", v->id);
	const char *text;
	switch (v->update_type) {
	case EVENT_UPDATE_UNIT:
		text = cursor_string(&v->payload, cursor_left(&v->payload));
		out_printf(dump->out, "... unit:  %s\n", text ? text : "");
		break;
	case EVENT_UPDATE_SCALE: {
		uint64_t bits = cursor_u64(&v->payload);
		double scale;
		memcpy(&scale, &bits, sizeof(scale));
		out_printf(dump->out, "... scale: %f\n", scale);
		break;
	}
	case EVENT_UPDATE_NAME:
		text = cursor_string(&v->payload, cursor_left(&v->payload));
		out_printf(dump->out, "... name:  %s\n", text ? text : "");
		break;
	case EVENT_UPDATE_CPUS: {
		_free_ char *list = record_cpu_map_format(v->payload);
		out_printf(dump->out, "... %s\n", list ? list : "");
		break;
	}
	default: out_lit(dump->out, "... unknown type\n");
	}
	return 0;
}

int dump_time_conv(struct dump *dump, const struct dump_item *item, struct record_time_conv *v)
{
	/* the misspelt word is what is printed everywhere */
	out_printf(dump->out,
		   "\n... Time Shift      %" PRIu64 "\n... Time Muliplier  %" PRIu64 "\n... Time Zero       %" PRIu64
		   "\n",
		   v->time_shift, v->time_mult, v->time_zero);
	if (v->has_cycles)
		out_printf(dump->out,
			   "... Time Cycles     %" PRIu64 "\n... Time Mask       %#" PRIx64
			   "\n... Cap Time Zero   %d\n... Cap Time Short  %d\n",
			   v->time_cycles, v->time_mask, v->cap_time_zero, v->cap_time_short);
	return 0;
}
