/* A listing as JSON: an array of objects with the keys that perfmon's files have ("EventName", "BriefDescription",
 * "MetricExpr" ...), so that what reads those reads this. Members without a value are left out. docs/json-list.md
 * describes the document. */
#include "event/listing/listing.h"

#include <string.h>

/* The object being written; has_key: a comma is needed. */
struct object {
	struct outbuf *out;
	bool has_key;
};

/* Opens an object; *first: none was written before. */
static void begin(struct object *object, bool *first)
{
	out_str(object->out, *first ? "{" : ",\n{");
	*first = false;
	object->has_key = false;
}
static void end(struct object *object) { out_lit(object->out, "\n}"); }

/* Appends a member, unless value is NULL or empty. */
static void add_key(struct object *object, const char *key, const char *value)
{
	if (!value || !*value) return;
	out_str(object->out, object->has_key ? ",\n\t\"" : "\n\t\"");
	out_str(object->out, key);
	out_lit(object->out, "\": ");
	out_json_string(object->out, value, strlen(value));
	object->has_key = true;
}

/* Members in upstream's order; most events have few of them. */
static void write_event(const struct listed_event *event, struct object *object, bool *first)
{
	begin(object, first);
	add_key(object, "Unit", event->pmu);
	add_key(object, "Topic", event->topic);
	add_key(object, "EventName", event->name);
	add_key(object, "EventAlias", event->alias);
	add_key(object, "ScaleUnit", event->scale_unit);
	add_key(object, "EventType", event->type);
	add_key(object, "Deprecated", event->deprecated ? "1" : NULL);
	add_key(object, "BriefDescription", event->desc);
	add_key(object, "PublicDescription", event->long_desc);
	add_key(object, "Encoding", event->encoding);
	end(object);
}

/* A metric in one of its groups: one that is in three is three objects. */
static void write_metric(const struct listed_metric *row, struct object *object, bool *first)
{
	begin(object, first);
	add_key(object, "MetricGroup", row->group);
	add_key(object, "MetricName", row->metric->name);
	add_key(object, "MetricExpr", row->metric->expr);
	add_key(object, "MetricThreshold", row->metric->threshold);
	add_key(object, "ScaleUnit", row->metric->scale_unit);
	add_key(object, "BriefDescription", row->metric->desc);
	add_key(object, "PublicDescription", row->metric->long_desc);
	end(object);
}

void listing_write_json(const struct listing *listing, struct outbuf *out)
{
	/* one for all: begin sets it up anew */
	struct object object = { .out = out };
	bool first = true;
	out_lit(out, "[\n");
	for (size_t i = 0; i < listing->parts.count; i++) {
		const struct listing_part *part = &listing->parts.items[i];
		for (size_t j = part->first; j < part->first + part->count; j++) {
			if (part->kind == LISTING_EVENTS) write_event(&listing->events.items[j], &object, &first);
			else write_metric(&listing->metrics.items[j], &object, &first);
		}
	}
	out_str(out, first ? "]\n" : "\n]\n");
}
