/* Reading counters with read(2). Only leaders are read: a group's values come with its leader's, in the layout of
 * PERF_FORMAT_GROUP. */
#include "count/count_reader.h"

#include <unistd.h>

/* Words of what read(2) gives for the formats that counting uses (perf_event_open(2), "Reading results"):
 *
 *   alone      | value | enabled ns | running ns | (READ_ID) id |
 *   group      | number of events | enabled ns | running ns | { value | (READ_ID) id } of each event | */
enum { SINGLE_WORDS = 4, GROUP_HEAD_WORDS = 3, GROUP_EVENT_WORDS_MAX = 2 };

void count_reader_init(struct count_reader *reader, const struct evset *evset, struct sampler *sampler)
{
	size_t largest = 1;
	for (size_t i = 0; i < event_list_count(evset->events); i++)
		if (evset_leads(evset, i)) largest = MAX(largest, gather_size(&evset->gather, i));
	reader->evset = evset;
	reader->sampler = sampler;
	reader->buffer_words = MAX((size_t)SINGLE_WORDS, GROUP_HEAD_WORDS + (largest + 1) * GROUP_EVENT_WORDS_MAX);
	reader->buffer = xcalloc(reader->buffer_words, sizeof(*reader->buffer));
}

void count_reader_done(struct count_reader *reader)
{
	free(reader->buffer);
	reader->buffer = NULL;
}

void count_reader_describe(const struct count_reader *reader, struct counts *counts)
{
	const struct evset *evset = reader->evset;
	for (size_t event = 0; event < counts->nr_events; event++) {
		bool anywhere = false;
		for (size_t cpu = 0; cpu < counts->nr_cpus; cpu++) {
			enum event_tool tool = event_list_get(evset->events, event)->tool;
			/* CPUs have times of their own, but one clock. */
			bool open = tool &&
				    target_has_place(evset->target, event_list_get(evset->events, event), cpu) &&
				    (cpu == 0 || tool != EVENT_TOOL_DURATION_TIME);
			for (size_t thread = 0; !tool && thread < counts->nr_threads && !open; thread++)
				open = evset_fd(evset, event, cpu, thread) >= 0;
			counts_set_open(counts, event, cpu, open);
			anywhere |= open;
		}
		counts->state[event] = anywhere ? COUNTS_SUPPORTED : COUNTS_NOT_SUPPORTED;
	}
}

/* Leaves *ret as it is when the kernel has no values: a pinned event that is not on. */
static void read_single(struct count_reader *reader, int fd, struct count *ret)
{
	uint64_t *words = reader->buffer;
	if (read(fd, words, reader->buffer_words * sizeof(*words)) < 3 * (ssize_t)sizeof(*words)) return;
	*ret = (struct count){ .value = words[0], .enabled_ns = words[1], .running_ns = words[2] };
}

/* Words of a group's values in the buffer; 0: there are none. */
static size_t fetch_group(struct count_reader *reader, size_t leader, size_t cpu, size_t thread, bool *newest)
{
	const struct evset *evset = reader->evset;
	size_t words;
	if (*newest && reader->sampler && gather_is_led(&evset->gather, leader) &&
	    sampler_newest(reader->sampler, cpu, reader->buffer, reader->buffer_words, &words))
		return words;
	*newest = false;
	ssize_t n = read(evset_fd(evset, leader, cpu, thread), reader->buffer, reader->buffer_words * sizeof(uint64_t));
	return n < 0 ? 0 : (size_t)n / sizeof(uint64_t);
}

/* The kernel lists a group's events in the order they were opened; those that are not open on this CPU are not among
 * them. */
static void read_group(struct count_reader *reader, struct counts *counts, size_t leader, size_t cpu, size_t thread,
		       bool *newest)
{
	const struct evset *evset = reader->evset;
	size_t words = fetch_group(reader, leader, cpu, thread, newest);
	size_t event_words = event_list_get(evset->events, leader)->attr.read_format & READ_ID ? 2 : 1;
	/* The sampler's clock leads its group: its own value comes first. */
	size_t at = GROUP_HEAD_WORDS + (gather_is_led(&evset->gather, leader) ? event_words : 0);
	const uint64_t *head = reader->buffer;
	for (size_t event = leader; event < counts->nr_events; event++) {
		if (evset->gather.lead[event] != leader || evset_fd(evset, event, cpu, thread) < 0) continue;
		if (at + event_words > words) return;
		*counts_at(counts, event, cpu, thread) =
			(struct count){ .value = reader->buffer[at], .enabled_ns = head[1], .running_ns = head[2] };
		at += event_words;
	}
}

bool count_reader_is_sampled(const struct count_reader *reader)
{
	const struct evset *evset = reader->evset;
	for (size_t event = 0; event < event_list_count(evset->events); event++)
		if (!event_list_get(evset->events, event)->tool && !evset->missing[event] &&
		    !gather_is_led(&evset->gather, event))
			return false;
	return true;
}

bool count_reader_read(struct count_reader *reader, struct counts *counts, bool newest)
{
	bool on_beat = newest && reader->sampler;
	const struct evset *evset = reader->evset;
	for (size_t cpu = 0; cpu < counts->nr_cpus; cpu++) {
		for (size_t event = 0; event < counts->nr_events; event++) {
			const struct event_spec *spec = event_list_get(evset->events, event);
			if (!evset_leads(evset, event) || spec->tool) continue;
			bool is_group = spec->attr.read_format & READ_GROUP ||
					gather_has(&evset->gather, evset->events, event);
			for (size_t thread = 0; thread < counts->nr_threads; thread++) {
				int fd = evset_fd(evset, event, cpu, thread);
				if (fd < 0) continue;
				if (is_group) {
					bool fresh = newest;
					read_group(reader, counts, event, cpu, thread, &fresh);
					on_beat &= fresh;
				} else {
					read_single(reader, fd, counts_at(counts, event, cpu, thread));
					on_beat = false;
				}
			}
		}
	}
	return on_beat;
}
