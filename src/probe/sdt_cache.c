/* Markers that can be listed and used by name: those of files in the build-id cache. A marker of one name may be in
 * several files, or versions of a file; then the shown name says which: "sdt_libc:setjmp@/lib/libc.so.6(c9fde44cf5b9)".
 */
#include "probe/sdt_cache.h"

#include <string.h>
#include "probe/probe_cache_files.h"

/* Hexadecimal digits of a build-id. */
enum { SHOWN_DIGITS = 12 };

/* By build-id next, so that places of one marker stand together. */
static int by_name(const void *x, const void *y)
{
	const struct sdt_event *a = x, *b = y;
	int order = strcmp(a->name, b->name);
	return order ? order : strcmp(a->build_id, b->build_id);
}

/* Kernels have no markers of this kind: NULL leaves them out. */
void sdt_events_read(const char *cache_dir, struct sdt_events *ret)
{
	_probe_cache_files_done_ struct probe_cache_files files;
	*ret = (struct sdt_events){ VEC_INIT };
	probe_cache_files_read(cache_dir, NULL, &files);
	for (size_t i = 0; i < files.items.count; i++) {
		const struct probe_cache_file *file = &files.items.items[i];
		for (size_t k = 0; k < file->cache.items.count; k++) {
			const struct probe_cache_entry *entry = &file->cache.items.items[k];
			char *name = entry->is_marker ? probe_cache_entry_name(entry) : NULL;
			if (!name) continue;
			struct sdt_event event = { name, xstrdup(file->path), xstrdup(file->build_id) };
			vec_push(&ret->items, event);
		}
	}
	if (ret->items.count) qsort(ret->items.items, ret->items.count, sizeof(ret->items.items[0]), by_name);
}

void sdt_events_done(struct sdt_events *events)
{
	for (size_t i = 0; i < events->items.count; i++) {
		free(events->items.items[i].name);
		free(events->items.items[i].path);
		free(events->items.items[i].build_id);
	}
	vec_done(&events->items);
}

/* False, too, where there is no j-th. */
static bool same_name(const struct sdt_events *events, size_t i, size_t j)
{
	return j < events->items.count && strcmp(events->items.items[i].name, events->items.items[j].name) == 0;
}

/* Neighbours in the sorted list show whether a name is shared: O(n). */
char **sdt_events_names(const struct sdt_events *events)
{
	char **names = xcalloc(events->items.count + 1, sizeof(*names));
	for (size_t i = 0, count = 0; i < events->items.count; i++) {
		const struct sdt_event *event = &events->items.items[i];
		if (i && same_name(events, i, i - 1) && strcmp(event->build_id, event[-1].build_id) == 0)
			continue; /* several places of one marker */
		bool is_shared = same_name(events, i, i + 1) || (i && same_name(events, i, i - 1));
		names[count++] = is_shared ? xasprintf("%s@%s(%.*s)", event->name, event->path, SHOWN_DIGITS,
						       event->build_id)
					   : xstrdup(event->name);
	}
	return names;
}
