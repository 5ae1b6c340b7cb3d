/* `perf report --json` (docs/json-report.md): begin, an event group with its table after the other, end. */
#ifndef RENDER_TABLE_PROFILE_JSON_H
#define RENDER_TABLE_PROFILE_JSON_H

#include <stdbool.h>
#include "base/outbuf.h"
#include "result/profile.h"
#include "result/table.h"

/* Opens the document. JSON versions and members are described in docs/json-report.md. */
void profile_json_begin(uint64_t nr_lost_samples, struct outbuf *out);
/* Adds a group of events, and its table. first: of the document. Events and table are borrowed. */
void profile_json_events(const struct profile_event *events, size_t nr_events, const struct table *table, bool first,
			 struct outbuf *out);
/* Adds what is known of the whole file and closes the document. */
void profile_json_end(const struct profile_facts_of_file *facts, struct outbuf *out);

#endif
