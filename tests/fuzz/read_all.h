/* Asks a recording for everything it has: header text, every record decoded by its type, every sample. */
#ifndef TESTS_FUZZ_READ_ALL_H
#define TESTS_FUZZ_READ_ALL_H

#include "perfdata/feature/header_feature.h"
#include "perfdata/perfdata.h"
#include "perfdata/record/sample.h"

static inline void read_all_ignore_cpu(void *ctx, int32_t cpu) { *(uint64_t *)ctx += (uint64_t)cpu; }

/* What was decoded can be written, in both byte orders, and decodes again. */
static inline void read_all_encode(const struct record *r, const union record_fields *fields)
{
	for (int swap = 0; swap < 2; swap++) {
		struct outbuf out;
		union record_fields again;
		out_init(&out, -1);
		out.swap = swap;
		if (record_encode(&out, (struct record_envelope){ .type = r->type, .misc = r->misc }, fields) == 0) {
			struct record written = { .type = r->type,
						  .misc = r->misc,
						  .size = (uint16_t)out.size,
						  .swap = swap,
						  .data = (const uint8_t *)out.data };
			/* plain bytes keep the order they had: an attr's size is not what it was */
			if (record_decode(&written, &again) < 0 && r->type != RECORD_HEADER_ATTR) abort();
		}
		out_done(&out);
	}
}

static inline void read_all_encode_sample(const struct perf_event *event, const struct sample *sample)
{
	struct sample_scratch scratch = { 0 };
	for (int swap = 0; swap < 2; swap++) {
		struct outbuf out;
		struct sample again;
		out_init(&out, -1);
		out.swap = swap;
		if (sample_encode(&out, event, sample) == 0) {
			struct record written = { .type = RECORD_SAMPLE,
						  .misc = sample->misc,
						  .size = (uint16_t)out.size,
						  .swap = swap,
						  .data = (const uint8_t *)out.data };
			if (sample_decode(event, &written, &scratch, &again) < 0 || again.ip != sample->ip ||
			    again.nr_callchain != sample->nr_callchain || again.raw_size != sample->raw_size ||
			    again.stack_size != sample->stack_size || again.present != sample->present)
				abort();
		}
		out_done(&out);
	}
	sample_scratch_done(&scratch);
}

static inline void read_all_record(const struct perf_events *events, const struct record *r,
				   struct sample_scratch *scratch)
{
	union record_fields fields;
	struct sample_id id;
	uint64_t sum = 0;
	(void)record_type_name(r->type);
	(void)events_of_record(events, r);
	(void)events_record_time(events, r);
	if (record_decode(r, &fields) == 0) read_all_encode(r, &fields);
	switch (r->type) {
	case RECORD_TEXT_POKE:
		if (!record_decode_text_poke(r, &fields.as_text_poke))
			for (unsigned i = 0; i < (unsigned)fields.as_text_poke.old_len + fields.as_text_poke.new_len;
			     i++)
				sum += fields.as_text_poke.bytes[i];
		break;
	case RECORD_ID_INDEX: {
		struct record_id_index index;
		struct record_id_entry entry;
		if (!record_decode_id_index(r, &index))
			while (record_id_index_next(&index, &entry)) sum += entry.id;
		break;
	}
	case RECORD_CPU_MAP:
		(void)record_cpu_map_visit(record_cursor(r), read_all_ignore_cpu, &sum);
		free(record_cpu_map_format(record_cursor(r)));
		break;
	case RECORD_SAMPLE: {
		const struct perf_event *event = events_of_record(events, r);
		struct sample sample;
		if (!event) break;
		if (sample_decode(event, r, scratch, &sample) == 0) read_all_encode_sample(event, &sample);
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
