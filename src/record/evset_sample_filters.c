/* Each descriptor of an event has an id of its own, by which the program finds the filter. */
#include "record/evset_sample_filters.h"

#include <string.h>
#include "event/spec/sample_filter_parse.h"

static size_t nr_places(const struct evset *evset) { return evset->target->cpus.count * evset->target->tids.count; }

/* Of the event's descriptor at a place; false: it is not open there. */
static bool place_id(const struct evset *evset, size_t event, size_t place, int *ret_fd, uint64_t *ret_id)
{
	*ret_fd = evset->fds[event * nr_places(evset) + place];
	return *ret_fd >= 0 && event_id(*ret_fd, &event_list_get(evset->events, event)->attr, ret_id) >= 0;
}

static int filter_event(const struct evset *evset, size_t event, struct sample_filters **filters, struct err *err)
{
	const struct event_spec *spec = event_list_get(evset->events, event);
	struct sample_filter filter = { 0 };
	int r = sample_filter_parse(&filter, spec->sample_filter, err);
	if (r >= 0) r = sample_filter_check(&filter, &spec->attr, spec->name, err);
	if (r >= 0 && !*filters) r = sample_filters_new(filters, err);
	if (r < 0) return r;
	for (size_t place = 0; place < nr_places(evset); place++) {
		uint64_t id;
		int fd;
		if (!place_id(evset, event, place, &fd, &id)) continue;
		r = sample_filters_set(*filters, fd, id, &filter);
		if (r < 0)
			return err_set(err, r, "failed to set filter \"%s\" on event %s with %d (%s)",
				       spec->sample_filter, spec->name, -r, strerror(-r));
	}
	return 0;
}

int evset_filter_samples(const struct evset *evset, struct sample_filters **ret, struct err *err)
{
	int r = 0;
	for (size_t event = 0; r >= 0 && event < event_list_count(evset->events); event++)
		if (event_list_get(evset->events, event)->sample_filter) r = filter_event(evset, event, ret, err);
	return r;
}

uint64_t evset_filtered_samples(const struct evset *evset, const struct sample_filters *filters, size_t event)
{
	uint64_t sum = 0, id;
	int fd;
	if (!filters || event >= event_list_count(evset->events)) return 0;
	if (!event_list_get(evset->events, event)->sample_filter) return 0;
	for (size_t place = 0; place < nr_places(evset); place++)
		if (place_id(evset, event, place, &fd, &id)) sum += sample_filters_dropped(filters, id);
	return sum;
}
