/* Asks a recording for everything it has: header text, every record decoded by its type, every sample. */
#ifndef TESTS_FUZZ_READ_ALL_H
#define TESTS_FUZZ_READ_ALL_H

#include "perfdata/feature/header_feature.h"
#include "perfdata/perfdata.h"
#include "perfdata/record/sample.h"

static inline void read_all_ignore_cpu(void *ctx, int32_t cpu) { *(uint64_t *)ctx += (uint64_t)cpu; }

static inline void read_all_record(const struct perf_events *events, const struct record *r,
				   struct sample_scratch *scratch)
{
	union {
		struct record_mmap mmap;
		struct record_comm comm;
		struct record_task task;
		struct record_lost lost;
		struct record_lost_samples lost_samples;
		struct record_throttle throttle;
		struct record_namespaces namespaces;
		struct record_ksymbol ksymbol;
		struct record_bpf_event bpf;
		struct record_cgroup cgroup;
		struct record_text_poke poke;
		struct record_switch sw;
		struct record_aux aux;
		struct record_read read;
		struct record_itrace_start itrace;
		struct record_aux_output_hw_id hw_id;
		struct record_auxtrace_info info;
		struct record_auxtrace auxtrace;
		struct record_auxtrace_error error;
		struct record_thread_map threads;
		struct record_stat_config config;
		struct record_stat stat;
		struct record_stat_round round;
		struct record_event_update update;
		struct record_time_conv conv;
		struct record_header_attr attr;
		struct record_header_feature feature;
	} u;
	struct sample_id id;
	uint64_t sum = 0;
	(void)record_type_name(r->type);
	(void)events_of_record(events, r);
	(void)events_record_time(events, r);
	switch (r->type) {
	case RECORD_MMAP:
	case RECORD_MMAP2:
		if (!record_decode_mmap(r, &u.mmap)) (void)strlen(u.mmap.filename);
		break;
	case RECORD_COMM:
		if (!record_decode_comm(r, &u.comm)) (void)strlen(u.comm.comm);
		break;
	case RECORD_FORK:
	case RECORD_EXIT: (void)record_decode_task(r, &u.task); break;
	case RECORD_LOST: (void)record_decode_lost(r, &u.lost); break;
	case RECORD_LOST_SAMPLES: (void)record_decode_lost_samples(r, &u.lost_samples); break;
	case RECORD_THROTTLE:
	case RECORD_UNTHROTTLE: (void)record_decode_throttle(r, &u.throttle); break;
	case RECORD_NAMESPACES: (void)record_decode_namespaces(r, &u.namespaces); break;
	case RECORD_KSYMBOL:
		if (!record_decode_ksymbol(r, &u.ksymbol)) (void)strlen(u.ksymbol.name);
		break;
	case RECORD_BPF_EVENT: (void)record_decode_bpf_event(r, &u.bpf); break;
	case RECORD_CGROUP:
		if (!record_decode_cgroup(r, &u.cgroup)) (void)strlen(u.cgroup.path);
		break;
	case RECORD_TEXT_POKE:
		if (!record_decode_text_poke(r, &u.poke))
			for (unsigned i = 0; i < (unsigned)u.poke.old_len + u.poke.new_len; i++) sum += u.poke.bytes[i];
		break;
	case RECORD_SWITCH:
	case RECORD_SWITCH_CPU_WIDE: (void)record_decode_switch(r, &u.sw); break;
	case RECORD_AUX: (void)record_decode_aux(r, &u.aux); break;
	case RECORD_READ: (void)record_decode_read(r, &u.read); break;
	case RECORD_ITRACE_START: (void)record_decode_itrace_start(r, &u.itrace); break;
	case RECORD_AUX_OUTPUT_HW_ID: (void)record_decode_aux_output_hw_id(r, &u.hw_id); break;
	case RECORD_ID_INDEX: {
		struct record_id_index index;
		struct record_id_entry entry;
		if (!record_decode_id_index(r, &index))
			while (record_id_index_next(&index, &entry)) sum += entry.id;
		break;
	}
	case RECORD_AUXTRACE_INFO: (void)record_decode_auxtrace_info(r, &u.info); break;
	case RECORD_AUXTRACE: (void)record_decode_auxtrace(r, &u.auxtrace); break;
	case RECORD_AUXTRACE_ERROR: (void)record_decode_auxtrace_error(r, &u.error); break;
	case RECORD_THREAD_MAP: (void)record_decode_thread_map(r, &u.threads); break;
	case RECORD_CPU_MAP:
		(void)record_cpu_map_visit(record_cursor(r), read_all_ignore_cpu, &sum);
		free(record_cpu_map_format(record_cursor(r)));
		break;
	case RECORD_STAT_CONFIG: (void)record_decode_stat_config(r, &u.config); break;
	case RECORD_STAT: (void)record_decode_stat(r, &u.stat); break;
	case RECORD_STAT_ROUND: (void)record_decode_stat_round(r, &u.round); break;
	case RECORD_EVENT_UPDATE: (void)record_decode_event_update(r, &u.update); break;
	case RECORD_TIME_CONV: (void)record_decode_time_conv(r, &u.conv); break;
	case RECORD_HEADER_ATTR: (void)record_decode_header_attr(r, &u.attr); break;
	case RECORD_HEADER_FEATURE: (void)record_decode_header_feature(r, &u.feature); break;
	case RECORD_SAMPLE: {
		const struct perf_event *event = events_of_record(events, r);
		struct sample sample;
		if (!event) break;
		(void)sample_decode(event, r, scratch, &sample);
		for (uint64_t i = 0; i < sample.nr_callchain; i++) sum += sample.callchain[i];
		for (uint32_t i = 0; i < sample.raw_size; i++) sum += sample.raw[i];
		for (uint64_t i = 0; i < sample.nr_branches; i++) sum += sample.branches[i].from;
		for (uint32_t i = 0; i < sample.nr_read; i++) sum += sample.read[i].value;
		for (uint64_t i = 0; i < sample.stack_size; i++) sum += sample.stack[i];
		for (uint64_t i = 0; i < sample.aux_size; i++) sum += sample.aux[i];
		for (unsigned i = 0; sample.user_regs.abi && i < (unsigned)__builtin_popcountll(sample.user_regs.mask);
		     i++)
			sum += sample.user_regs.values[i];
		for (unsigned i = 0; sample.intr_regs.abi && i < (unsigned)__builtin_popcountll(sample.intr_regs.mask);
		     i++)
			sum += sample.intr_regs.values[i];
		break;
	}
	}
	if (r->type != RECORD_SAMPLE) (void)events_sample_id(events, r, &id);
	__asm__ volatile("" : : "r"(sum)); /* the reads above must happen */
}

static inline void read_all_header(const struct perfdata *pd)
{
	const struct perf_header *header = perfdata_header(pd);
	struct outbuf text, section;
	struct perfdata_info info;
	out_init(&text, -1);
	out_init(&section, -1);
	perfdata_info(pd, &info);
	for (unsigned bit = 0; bit < FEATURE_BITS; bit++) {
		const struct feature_desc *desc = feature_desc(bit);
		if (!desc || !header_has(header, (enum header_feature)bit)) continue;
		if (desc->print) desc->print(header, &text);
		section.size = 0;
		if (desc->encode) desc->encode(header, &section);
	}
	out_done(&text);
	out_done(&section);
}

/* Returns how many records there were; a reader that goes on for longer than its input allows is a bug. */
static inline size_t read_all(const char *path, size_t input_bytes)
{
	struct warnings *warnings = warnings_new();
	const struct perfdata_options options = { .warnings = warnings };
	struct perfdata *pd;
	struct record r;
	size_t records = 0;
	if (perfdata_open(path, &options, &pd, NULL) >= 0) {
		struct sample_scratch scratch = { 0 };
		read_all_header(pd);
		while (perfdata_next(pd, &r) > 0) {
			read_all_record(perfdata_events(pd), &r, &scratch);
			if (r.payload_size) (void)perfdata_payload(pd, &r);
			/* compressed input may hold more records than bytes / 8, but within what zstd can expand */
			if (++records > (input_bytes + 64) * 50000) abort();
		}
		read_all_header(pd); /* pipes have all of it now */
		sample_scratch_done(&scratch);
		perfdata_close(pd);
	}
	warnings_free(warnings);
	return records;
}

#endif
