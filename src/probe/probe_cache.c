/* The file "probes" of a program in the build-id cache: a line for each definition, "#" or "%" before markers, then the
 * lines that the kernel is given. It is read whole, changed and written whole. Look-ups are linear: a file has some
 * hundred entries at most. */
#include "probe/probe_cache.h"

#include <string.h>
#include "probe/search/glob_filter.h"
#include "probe/probe_adding.h"

static void entry_done(struct probe_cache_entry *entry)
{
	free(entry->spec);
	probe_events_done(&entry->events);
}

void probe_cache_done(struct probe_cache *cache)
{
	for (size_t i = 0; i < cache->items.count; i++) entry_done(&cache->items.items[i]);
	vec_done(&cache->items);
}

/* The file may be damaged or someone else's: what is not understood is counted and passed over. */
size_t probe_cache_parse(const char *text, size_t size_bytes, struct probe_cache *cache)
{
	const char *end = text + size_bytes;
	size_t nr_left_out = 0, first = cache->items.count;
	for (const char *line = text, *next; line < end; line = next) {
		const char *newline = memchr(line, '\n', (size_t)(end - line));
		size_t size = newline ? (size_t)(newline - line) : (size_t)(end - line);
		next = newline ? newline + 1 : end;
		if (!size) continue;
		if ((*line == '%' || *line == '#') && size > 1) {
			struct probe_cache_entry entry = { .is_marker = *line == '%',
							   .spec = xstrndup(line + 1, size - 1),
							   .events = PROBE_EVENTS_INIT };
			vec_push(&cache->items, entry);
			continue;
		}
		struct probe_event event;
		/* an event without a definition before it belongs to nothing */
		if (cache->items.count == first || probe_event_parse(line, size, &event, NULL) < 0) {
			nr_left_out++;
			continue;
		}
		vec_push(&vec_last(&cache->items)->events.items, event);
	}
	return nr_left_out;
}

/* The order of the entries is kept, so that a file that is read and written stays what it was. */
void probe_cache_format(const struct probe_cache *cache, struct strbuf *out)
{
	for (size_t i = 0; i < cache->items.count; i++) {
		const struct probe_cache_entry *entry = &cache->items.items[i];
		strbuf_printf(out, "%c%s\n", entry->is_marker ? '%' : '#', entry->spec);
		for (size_t k = 0; k < entry->events.items.count; k++) {
			probe_event_format(&entry->events.items.items[k], out);
			strbuf_char(out, '\n');
		}
	}
}

/* As upstream writes it: the key under which a definition is found again, so blanks and order count. */
void probe_cache_spec(const struct probe_definition *definition, const char *group, struct strbuf *out)
{
	if (definition->event) strbuf_printf(out, "%s:%s=", group, definition->event);
	if (definition->is_marker) strbuf_str(out, definition->event);
	else probe_point_format(&definition->point, out);
	probe_adding_format_arguments(definition, out);
}

struct probe_cache_entry *probe_cache_find(const struct probe_cache *cache, const char *spec)
{
	for (size_t i = 0; i < cache->items.count; i++)
		if (strcmp(cache->items.items[i].spec, spec) == 0) return &cache->items.items[i];
	return NULL;
}

/* events must not be the entry's own: these are freed first. */
void probe_cache_set(struct probe_cache *cache, bool is_marker, const char *spec, const struct probe_events *events)
{
	struct probe_cache_entry *entry = probe_cache_find(cache, spec);
	if (!entry) {
		entry = vec_add(&cache->items);
		*entry = (struct probe_cache_entry){ .is_marker = is_marker,
						     .spec = xstrdup(spec),
						     .events = PROBE_EVENTS_INIT };
	}
	probe_events_done(&entry->events);
	for (size_t i = 0; i < events->items.count; i++)
		vec_push(&entry->events.items, probe_event_copy(&events->items.items[i]));
}

void probe_cache_remove(struct probe_cache *cache, size_t i)
{
	entry_done(&cache->items.items[i]);
	cache->items.count--;
	memmove(&cache->items.items[i], &cache->items.items[i + 1],
		(cache->items.count - i) * sizeof(cache->items.items[0]));
}

/* "sdt_libc:setjmp=setjmp" has one, "malloc bytes=..." has none: the name ends before the first blank */
char *probe_cache_entry_name(const struct probe_cache_entry *entry)
{
	size_t size = strcspn(entry->spec, "= ");
	return size && entry->spec[size] == '=' ? xstrndup(entry->spec, size) : NULL;
}

/* Entries without a name are never meant: those are found by their spec. */
bool probe_cache_entry_is(const struct probe_cache_entry *entry, const char *group, const char *event)
{
	_free_ char *name = probe_cache_entry_name(entry);
	char *colon = name ? strchr(name, ':') : NULL;
	if (!name) return false;
	if (colon) *colon = '\0';
	return (!group || (colon && glob_matches(group, name, false))) &&
	       glob_matches(event, colon ? colon + 1 : name, false);
}

/* Copies, since events are given names and written afterwards. */
size_t probe_cache_collect(const struct probe_cache *cache, const char *group, const char *event,
			   struct probe_events *ret)
{
	size_t count = 0;
	for (size_t i = 0; i < cache->items.count; i++) {
		const struct probe_cache_entry *entry = &cache->items.items[i];
		if (!probe_cache_entry_is(entry, group, event)) continue;
		count++;
		for (size_t k = 0; k < entry->events.items.count; k++)
			vec_push(&ret->items, probe_event_copy(&entry->events.items.items[k]));
	}
	return count;
}
