/* The table of a recording's tracepoints: which formats are there, parsed on first use.
 *
 * tracepoints_new only looks for the "ID:" of each format and makes a map from id to slot; that is cheap, and not every
 * event of a recording is looked at. tracepoints_find parses the slot's format under the mutex, the first time; what it
 * returns is in the arena and never changes, so that printing needs no lock. */
#include <pthread.h>
#include "base/arena.h"
#include "base/u64map.h"
#include "event/format/short_form.h"
#include "event/format/tracepoint.h"
#include "event/format/tracepoint_format.h"

/* One format of the recording; tp is NULL until it was tried. */
struct slot {
	const struct tracing_format *format;
	struct tracepoint *tp;
	bool tried;
};

/* by_id and slots are complete when tracepoints_new returns; slots' tp, arena and printk are filled under the mutex. */
struct tracepoints {
	struct tracing_data data;
	struct arena arena;
	struct u64map by_id; /* index into slots */
	struct slot *slots;
	struct u64map printk; /* vaddr -> const char * */
	bool printk_read;
	bool swap, short_forms;
	struct warnings *warnings;
	pthread_mutex_t mutex; /* held while a format is parsed */
};

/* The order of this machine; a recording's is tracing_data.big_endian. */
static bool host_big_endian(void)
{
	const uint16_t one = 1;
	return *(const uint8_t *)&one == 0;
}

struct tracepoints *tracepoints_new(const void *data, size_t size_bytes, struct warnings *warnings)
{
	struct tracing_data td;
	if (!data || tracing_data_parse(data, size_bytes, warnings, &td) < 0) return NULL;
	struct tracepoints *t = xcalloc(1, sizeof(*t));
	t->data = td;
	t->warnings = warnings;
	t->swap = td.big_endian != host_big_endian();
	arena_init(&t->arena);
	pthread_mutex_init(&t->mutex, NULL);
	t->slots = xcalloc(td.formats.count + 1, sizeof(*t->slots));
	for (size_t i = 0; i < td.formats.count; i++) {
		uint64_t id;
		t->slots[i].format = &t->data.formats.items[i];
		if (!tracepoint_format_id(td.formats.items[i].text, &id)) {
			warnings_add(warnings, "tracepoint format", "a format of system '%s' has no ID",
				     td.formats.items[i].system);
			continue;
		}
		/* of two formats with one ID the last counts */
		*u64map_put(&t->by_id, id, NULL) = i;
	}
	return t;
}

void tracepoints_free(struct tracepoints *t)
{
	if (!t) return;
	tracing_data_done(&t->data);
	arena_done(&t->arena);
	u64map_done(&t->by_id);
	u64map_done(&t->printk);
	pthread_mutex_destroy(&t->mutex);
	free(t->slots);
	free(t);
}

/* Lines of printk_formats: 0xADDRESS : "TEXT"; "\n" at its end is dropped, a quote stays only if unpaired. */
static void read_printk(struct tracepoints *t)
{
	t->printk_read = true;
	if (!t->data.printk_formats.size) return; /* damaged data: not even an address */
	const char *p = t->data.printk_formats.text, *end = p + t->data.printk_formats.size;
	while (p && p < end) {
		/* the last line may have no newline */
		const char *newline = memchr(p, '\n', (size_t)(end - p));
		const char *stop = newline ? newline : end;
		uint64_t vaddr = 0;
		const char *d = p;
		/* no strtoull(3): the text has no NUL at its end */
		if (stop - d > 2 && d[0] == '0' && d[1] == 'x') d += 2;
		for (; d < stop; d++) {
			int digit = *d >= '0' && *d <= '9' ? *d - '0' : -1;
			if (*d >= 'a' && *d <= 'f') digit = *d - 'a' + 10;
			if (digit < 0) break;
			vaddr = vaddr << 4 | (uint64_t)digit;
		}
		const char *text = memchr(d, '"', (size_t)(stop - d));
		if (text) {
			const char *last = stop;
			text++;
			while (last > text && (last[-1] == ' ' || last[-1] == '\r')) last--;
			if (last > text && last[-1] == '"') last--;
			if (last - text >= 2 && last[-2] == '\\' && last[-1] == 'n') last -= 2;
			*u64map_put(&t->printk, vaddr, NULL) = (uintptr_t)arena_strndup(&t->arena, text,
											(size_t)(last - text));
		}
		p = newline ? newline + 1 : NULL;
	}
}

const char *tracepoints_printk(const struct tracepoints *t, uint64_t vaddr)
{
	uint64_t *found = u64map_find(&t->printk, vaddr);
	return found ? (const char *)(uintptr_t)*found : NULL;
}

/* Never NULL: of a damaged format the fields before the damage are there, and no program. The mutex is held. */
static struct tracepoint *parse_format(struct tracepoints *t, const struct tracing_format *format, uint64_t id)
{
	struct tracepoint *tp = arena_zalloc(&t->arena, sizeof(*tp));
	*tp = (struct tracepoint){ .id = (uint32_t)id,
				   .system = arena_strdup(&t->arena, format->system),
				   .name = "",
				   .swap = t->swap,
				   .long_size = t->data.long_size,
				   .short_forms = t->short_forms,
				   .owner = t };
	const char *wrong = tracepoint_format_parse(format->text, &t->arena, tp);
	if (wrong)
		warnings_add(t->warnings, "tracepoint format", "the format of tracepoint %llu (%s:%s) is damaged: %s",
			     (unsigned long long)id, tp->system, tp->name, wrong);
	else if (t->short_forms) short_form_find(tp, &t->arena);
	return tp;
}

void tracepoints_use_short_forms(struct tracepoints *t)
{
	if (t) t->short_forms = true;
}

const struct tracepoint *tracepoints_find(struct tracepoints *t, uint64_t id)
{
	if (!t) return NULL;
	uint64_t *index = u64map_find(&t->by_id, id);
	if (!index) return NULL;
	struct slot *slot = &t->slots[*index];
	/* Held for the look as well: a slot that is being parsed by another thread is not complete yet. */
	pthread_mutex_lock(&t->mutex);
	if (!t->printk_read) read_printk(t);
	if (!slot->tried) {
		slot->tried = true;
		slot->tp = parse_format(t, slot->format, id);
	}
	struct tracepoint *tp = slot->tp;
	pthread_mutex_unlock(&t->mutex);
	return tp;
}
