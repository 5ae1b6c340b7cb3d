/* The table of a recording's tracepoints: which formats are there, parsed on first use. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <traceevent/event-parse.h>
#include "base/arena.h"
#include "base/strbuf.h"
#include "base/u64map.h"
#include "event/format_check.h"
#include "event/payload.h"
#include "event/tracing_data.h"

struct slot { const struct tracing_format *format; struct tracepoint *tp; bool tried; };

struct tracepoints {
	struct tracing_data data;
	struct arena arena;
	struct u64map by_id; /* index into slots */
	struct slot *slots;
	struct u64map printk; /* vaddr -> const char * */
	bool printk_read;
	bool swap;
	struct warnings *warnings;
	pthread_mutex_t mutex; /* held while a format is parsed */
};

static bool host_big_endian(void)
{
	const uint16_t one = 1;
	return *(const uint8_t *)&one == 0;
}

/* The number behind "ID:" at the start of a line. */
static bool format_id(struct text_view text, uint64_t *ret)
{
	const char *p = text.text, *end = p + text.size;
	while (p && p < end) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));
		const char *stop = newline ? newline : end;
		if (stop - p > 3 && memcmp(p, "ID:", 3) == 0) {
			uint64_t id = 0;
			const char *d = p + 3;
			while (d < stop && *d == ' ') d++;
			if (d == stop || *d < '0' || *d > '9') return false;
			for (; d < stop && *d >= '0' && *d <= '9' && id < UINT32_MAX; d++)
				id = id * 10 + (uint64_t)(*d - '0');
			*ret = id;
			return true;
		}
		p = newline ? newline + 1 : NULL;
	}
	return false;
}

struct tracepoints *tracepoints_new(const void *data, size_t size_bytes, struct warnings *warnings)
{
	struct tracing_data td;
	if (!data || tracing_data_parse(data, size_bytes, warnings, &td) < 0)
		return NULL;
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
		if (!format_id(td.formats.items[i].text, &id)) {
			warnings_add(warnings, "tracepoint format", "a format of system '%s' has no ID", td.formats.items[i].system);
			continue;
		}
		*u64map_put(&t->by_id, id, NULL) = i;
	}
	return t;
}

void tracepoints_free(struct tracepoints *t)
{
	if (!t)
		return;
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
	const char *p = t->data.printk_formats.text, *end = p + t->data.printk_formats.size;
	t->printk_read = true;
	while (p && p < end) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));
		const char *stop = newline ? newline : end;
		uint64_t vaddr = 0;
		const char *d = p;
		if (stop - d > 2 && d[0] == '0' && d[1] == 'x') d += 2;
		for (; d < stop; d++) {
			int digit = *d >= '0' && *d <= '9' ? *d - '0' : *d >= 'a' && *d <= 'f' ? *d - 'a' + 10 : -1;
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
			*u64map_put(&t->printk, vaddr, NULL) = (uintptr_t)arena_strndup(&t->arena, text, (size_t)(last - text));
		}
		p = newline ? newline + 1 : NULL;
	}
}

const char *tracepoints_printk(const struct tracepoints *t, uint64_t vaddr)
{
	uint64_t *found = u64map_find(&t->printk, vaddr);
	return found ? (const char *)(uintptr_t)*found : NULL;
}

static const char *const sized_types[] = { "u8", "1", "s8", "1", "char", "1", "unsigned char", "1", "bool", "1", "u16", "2", "s16", "2",
					  "short", "2",
	"unsigned short", "2", "u32", "4", "s32", "4", "int", "4", "unsigned int", "4", "unsigned", "4", "u64", "8", "s64", "8", "long long", "8",
	"unsigned long long", "8", "long", "L", "unsigned long", "L", NULL };

/* libtraceevent 1.7 does not know sizeof(TYPE): put the number there. */
static void copy_format(const char *text, size_t size, unsigned long_size, struct strbuf *out)
{
	const char *end = text + size;
	while (text < end) {
		const char *found = memmem(text, (size_t)(end - text), "sizeof(", 7);
		const char *close = found ? memchr(found, ')', (size_t)(end - found)) : NULL;
		if (!close)
			break;
		strbuf_add(out, text, (size_t)(found - text));
		size_t length = (size_t)(close - (found + 7)), i;
		for (i = 0; sized_types[i]; i += 2)
			if (strlen(sized_types[i]) == length && memcmp(sized_types[i], found + 7, length) == 0) break;
		if (sized_types[i])
			strbuf_printf(out, "%u", sized_types[i + 1][0] == 'L' ? long_size : (unsigned)(sized_types[i + 1][0] - '0'));
		else
			strbuf_add(out, found, (size_t)(close + 1 - found));
		text = close + 1;
	}
	strbuf_add(out, text, (size_t)(end - text));
}

static uint32_t field_flags(unsigned long flags)
{
	return (uint32_t)(flags & (TRACEPOINT_ARRAY | TRACEPOINT_POINTER | TRACEPOINT_SIGNED | TRACEPOINT_STRING | TRACEPOINT_DYNAMIC | TRACEPOINT_LONG | TRACEPOINT_RELATIVE));
}

static void copy_fields(struct tracepoints *t, struct tracepoint_field *fields, const struct tep_format_field *from, size_t count)
{
	for (size_t i = 0; i < count && from; i++, from = from->next)
		fields[i] = (struct tracepoint_field){
			.name = arena_strdup(&t->arena, from->name ? from->name : ""), .type = arena_strdup(&t->arena, from->type ? from->type : ""),
			.offset = (uint32_t)from->offset, .size = (uint32_t)from->size, .element_size = from->elementsize,
			.nr_elements = from->arraylen, .flags = field_flags(from->flags) };
}

static size_t count_fields(const struct tep_format_field *field)
{
	size_t count = 0;
	for (; field; field = field->next) count++;
	return count;
}

static struct tracepoint *parse_format(struct tracepoints *t, const struct tracing_format *format, uint64_t id)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	struct tep_event *event = NULL;

	enum format_trust trust = format_check(format->text.text, format->text.size);
	if (trust == FORMAT_REFUSED) {
		warnings_add(t->warnings, "tracepoint format", "the format of tracepoint %llu cannot be parsed", (unsigned long long)id);
		return NULL;
	}
	const char *print = trust == FORMAT_FIELDS_ONLY ? memmem(format->text.text, format->text.size, FORMAT_PRINT, strlen(FORMAT_PRINT)) : NULL;
	copy_format(format->text.text, print ? (size_t)(print - format->text.text) : format->text.size, t->data.long_size, &text);
	if (print) strbuf_str(&text, FORMAT_PRINT " \"\"\n");
	struct tep_handle *tep = tep_alloc();
	if (!tep)
		return NULL;
	tep_set_file_bigendian(tep, t->data.big_endian ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	tep_set_local_bigendian(tep, host_big_endian() ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	tep_set_long_size(tep, t->data.long_size);
	if (tep_parse_event(tep, strbuf_text(&text), text.size, format->system) != 0 || !(event = tep_get_first_event(tep))) {
		/* an event whose print format it cannot parse is kept, marked as failed: only no event at all is an error */
		event = tep_get_first_event(tep);
	}
	struct tracepoint *tp = NULL;
	if (event) {
		size_t nr_common = count_fields(event->format.common_fields), nr = count_fields(event->format.fields);
		struct tracepoint_field *fields = arena_zalloc(&t->arena, (nr_common + nr + 1) * sizeof(*fields));
		tp = arena_zalloc(&t->arena, sizeof(*tp));
		copy_fields(t, fields, event->format.common_fields, nr_common);
		copy_fields(t, fields + nr_common, event->format.fields, nr);
		*tp = (struct tracepoint){
			.id = (uint32_t)id, .system = arena_strdup(&t->arena, format->system), .name = arena_strdup(&t->arena, event->name ? event->name : ""),
			.fields = fields, .nr_fields = nr_common + nr, .nr_common = nr_common, .swap = t->swap, .long_size = t->data.long_size,
			.print_format = arena_strdup(&t->arena, event->print_fmt.format ? event->print_fmt.format : ""), .owner = t };
		if (event->flags & (int)TEP_EVENT_FL_FAILED)
			format_reset_parser();
		else if (!print)
			tp->program = payload_compile(tp, event->print_fmt.args, &t->arena);
	} else {
		warnings_add(t->warnings, "tracepoint format", "the format of tracepoint %llu cannot be parsed", (unsigned long long)id);
		format_reset_parser();
	}
	tep_free(tep);
	return tp;
}

const struct tracepoint *tracepoints_find(struct tracepoints *t, uint64_t id)
{
	if (!t)
		return NULL;
	uint64_t *index = u64map_find(&t->by_id, id);
	if (!index)
		return NULL;
	struct slot *slot = &t->slots[*index];
	pthread_mutex_lock(&t->mutex);
	if (!t->printk_read)
		read_printk(t);
	if (!slot->tried) {
		slot->tried = true;
		slot->tp = parse_format(t, slot->format, id);
	}
	struct tracepoint *tp = slot->tp;
	pthread_mutex_unlock(&t->mutex);
	return tp;
}

const struct tracepoint_field *tracepoint_field(const struct tracepoint *tp, const char *name)
{
	for (size_t i = 0; i < tp->nr_fields; i++) /* upstream looks among the common fields first */
		if (strcmp(tp->fields[i].name, name) == 0) return &tp->fields[i];
	return NULL;
}
