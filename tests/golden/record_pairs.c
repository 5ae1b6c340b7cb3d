/* record_pairs FILE...: whether all records of these recordings are written as they were read: sound records are
 * decoded, encoded with their trailer, and compared byte for byte. Prints a line for each that differs. */
#include <stdio.h>
#include "perfdata/perfdata.h"
#include "perfdata/record/sample.h"

static void write_again(const struct perf_events *events, const struct record *r, struct outbuf *out)
{
	union record_fields fields;
	struct sample_id id = { 0 };
	struct sample sample;
	struct sample_scratch scratch = { 0 };
	struct record body = *r;
	const struct perf_event *event = events_of_record(events, r);
	if (r->type == RECORD_SAMPLE) {
		if (event && sample_decode(event, r, &scratch, &sample) == 0)
			(void)!sample_encode(out, event, &sample);
		sample_scratch_done(&scratch);
		return;
	}
	if (r->type < RECORD_USER_TYPE_START && events_sample_id(events, r, &id) < 0) return;
	if (id.present) body.size = (uint16_t)(r->size - (event ? event : events->items[0])->trailer_size);
	if (record_decode(&body, &fields) < 0) return;
	struct record_envelope envelope = { .type = r->type, .misc = r->misc, .id = id.present ? &id : NULL };
	(void)!record_encode(out, envelope, &fields);
}

int main(int argc, char **argv)
{
	unsigned nr_same = 0, nr_different = 0;
	for (int i = 1; i < argc; i++) {
		struct perfdata *pd;
		struct err err = { 0 };
		struct record r;
		struct outbuf out;
		struct warnings *warnings = warnings_new();
		if (perfdata_open(argv[i], &(struct perfdata_options){ .warnings = warnings }, &pd, &err) < 0) {
			err_done(&err);
			warnings_free(warnings);
			continue;
		}
		out_init(&out, -1);
		while (perfdata_next(pd, &r) > 0) {
			out.size = 0;
			out.swap = r.swap;
			write_again(perfdata_events(pd), &r, &out);
			if (!out.size) continue; /* damaged */
			bool same = out.size == r.size && memcmp(out.data, r.data, r.size) == 0;
			if (!same)
				printf("%s: %s at %llu, %u bytes, is written otherwise, in %zu\n", argv[i],
				       record_type_name(r.type), (unsigned long long)r.file_off, r.size, out.size);
			nr_same += same;
			nr_different += !same;
		}
		out_done(&out);
		perfdata_close(pd);
		warnings_free(warnings);
	}
	printf("%u same, %u different\n", nr_same, nr_different);
	return nr_different != 0;
}
