/* Code of just-in-time compilers: a process that maps jit-PID.dump says with it that this file describes the code it
 * generates. The file's records become places in the process's address space, each from its time on.
 *
 * Compilers write CLOCK_MONOTONIC's times, so that a recording with `-k mono` has the same. Without, times of the
 * kernel's own clock are near those, but not the same: names are then right where no address was used twice. */
#include <stdlib.h>
#include <time.h>
#include "session/jitdump_mapping.h"
#include "session/session_private.h"
#include "symbol/jit/jitdump.h"

/* Bounds of the distance between the mapping and the first piece of code, in ns, within which the clocks are taken to
 * be the same one. */
#define SAME_CLOCK_EARLY_NS 10000000
#define SAME_CLOCK_LATE_NS 5000000000

static bool is_clock_of_jitdumps(const struct session *session)
{
	const struct perf_events *events = perfdata_events(session->perfdata);
	const struct event_attr *attr = events->count ? &events->items[0]->attr : NULL;
	return attr && attr->flags & ATTR_USE_CLOCKID && attr->clockid == CLOCK_MONOTONIC;
}

/* What is to be added to the dump's times to get the recording's, in ns. The first piece of code is taken to come right
 * after the mapping: if it lies between 10 ms before and 5 s after, both use one clock and nothing is added; else the
 * clocks differ by that distance. */
static int64_t clock_distance(const struct jitdump *dump, uint64_t mapped_ns)
{
	if (!dump->places.count || !mapped_ns)
		return 0; /* described when the recording began: nothing says when it was mapped */
	int64_t late_ns = (int64_t)(dump->places.items[0].time_ns - mapped_ns);
	return late_ns < -SAME_CLOCK_EARLY_NS || late_ns > SAME_CLOCK_LATE_NS ? -late_ns : 0;
}

void session_jitdump_note(struct session *session, const struct record *r, uint64_t time_ns)
{
	struct record_mmap mmap;
	if (!jitdump_mapping_of(r, &mmap)) return;

	struct object_identity identity = { .kind = OBJECT_JITDUMP, .path = mmap.filename, .pid = (int32_t)mmap.pid };
	const struct jitdump *dump = object_jitdump(symbol_store_object(session->symbolizer.symbols, &identity));
	if (!dump) return;
	bool same_clock = is_clock_of_jitdumps(session),
	     has_times = !session->totals.in_file_order && !dump->arch_timestamp;
	int64_t distance_ns = same_clock || !has_times ? 0 : clock_distance(dump, time_ns);
	if (!has_times || !same_clock)
		warnings_add(session->warnings, "times of generated code",
			     "%s: %s, so names are sure only where no address was used twice (record with -k mono)",
			     mmap.filename,
			     has_times ? "recorded by another clock than the file's"
				       : "the recording's times and the file's cannot be compared");
	size_t count = dump->places.count;
	_free_ struct model_code *codes = xreallocarray(NULL, count + 1, sizeof(*codes));
	for (size_t i = 0; i < count; i++) {
		const struct jitdump_place *place = &dump->places.items[i];
		const struct jitdump_load *load = &dump->loads.items[place->load];
		codes[i] = (struct model_code){ .time_ns = has_times ? place->time_ns + (uint64_t)distance_ns : time_ns,
						.start = place->vaddr,
						.end = place->vaddr + load->size_bytes,
						.pgoff = load->code_off };
	}
	model_add_code(session->symbolizer.model, mmap.pid, mmap.filename, time_ns, codes, count);
}
