#include "script/timeline/timeline_text.h"

#include <string.h>

static void put_string(struct outbuf *out, const char *text) { out_json_string(out, text, strlen(text)); }

void timeline_text_head(struct timeline_text *text)
{
	out_lit(text->out, "{\"displayTimeUnit\": \"ns\",\n\"otherData\": {\"version\": 1, \"from\": \"perf script "
			   "--timeline\"},\n\"traceEvents\": [");
}

void timeline_text_foot(struct timeline_text *text) { out_lit(text->out, "\n]}\n"); }

/* What all events begin with; the brace is open. Times are in microseconds. */
static void put_event(struct timeline_text *text, const struct timeline_place *place, char phase)
{
	struct outbuf *out = text->out;
	if (text->nr_events++) out_char(out, ',');
	out_lit(out, "\n{\"ph\": \"");
	out_char(out, phase);
	out_lit(out, "\", \"pid\": ");
	out_dec(out, place->pid, 0);
	out_lit(out, ", \"tid\": ");
	out_dec(out, place->tid, 0);
	out_lit(out, ", \"ts\": ");
	out_dec(out, place->time_ns / 1000, 0);
	out_char(out, '.');
	out_dec0(out, place->time_ns % 1000, 3);
}

static void put_name(struct timeline_text *text, const char *name)
{
	out_lit(text->out, ", \"name\": ");
	put_string(text->out, name);
}

void timeline_text_begin_named(struct timeline_text *text, const struct timeline_place *place, const char *name)
{
	put_event(text, place, 'B');
	put_name(text, name);
	out_lit(text->out, "}");
}

void timeline_text_begin(struct timeline_text *text, const struct timeline_place *place, const struct frame *frame)
{
	text->nr_calls++;
	put_event(text, place, 'B');
	if (frame->symbol) {
		put_name(text, frame->symbol->name);
	} else {
		out_lit(text->out, ", \"name\": \"0x");
		out_hex(text->out, frame->ip, 0);
		out_char(text->out, '"');
	}
	if (frame->map) {
		out_lit(text->out, ", \"cat\": ");
		put_string(text->out, frame->map->dso->short_name);
	}
	out_char(text->out, '}');
}

void timeline_text_end(struct timeline_text *text, const struct timeline_place *place)
{
	put_event(text, place, 'E');
	out_char(text->out, '}');
}

void timeline_text_instant(struct timeline_text *text, const struct timeline_place *place, const char *name)
{
	put_event(text, place, 'i');
	put_name(text, name);
	out_lit(text->out, ", \"s\": \"t\"}");
}

static void put_metadata(struct timeline_text *text, const struct timeline_place *place, const char *what,
			 const char *name)
{
	put_event(text, place, 'M');
	put_name(text, what);
	out_lit(text->out, ", \"args\": {\"name\": ");
	put_string(text->out, name);
	out_lit(text->out, "}}");
}

void timeline_text_name(struct timeline_text *text, const struct timeline_place *place, const char *comm)
{
	put_metadata(text, place, "thread_name", comm);
	if (place->pid == place->tid) put_metadata(text, place, "process_name", comm);
}
