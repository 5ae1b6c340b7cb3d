/* Keys that a recording brings: a descriptor for each field of a tracepoint, allocated with what its cell needs
 * behind it. The cell of a sample of another event is a blank text, so that all of these are one entry. */
#include "key/key_field.h"
#include "key/key_table.h"

/* The descriptor and its own data. A cell is the id of "BYTES TEXT": the field's bytes in hexadecimal, two digits
 * each in their order in memory, which tell entries apart and order them; and the text that is shown. */
struct key_field {
	struct key key; /* first: the descriptor is what everybody sees */
	const struct tracepoint *tp;
	const struct tracepoint_field *field;
	bool raw;
};

/* Appends a field's value as the event's own print format shows it, "NAME=VALUE" in a list of words; or, where that
 * has no such word or with raw, as the field's type says. */
static void put_value(const struct key_field *f, const uint8_t *raw, size_t size_bytes, struct outbuf *out)
{
	size_t begin = out->size, length = strlen(f->field->name);
	if (!f->raw) {
		tracepoint_print(f->tp, raw, size_bytes, NULL, out);
		out_char(out, '\0');
		out->size--;
		for (char *at = out->data + begin; (at = strstr(at, f->field->name)); at += length) {
			if ((at > out->data + begin && at[-1] != ' ') || at[length] != '=') continue;
			const char *value = at + length + 1;
			size_t value_size = strcspn(value, " ");
			memmove(out->data + begin, value, value_size);
			out->size = begin + value_size;
			return;
		}
		out->size = begin;
	}
	tracepoint_print_field(f->tp, f->field, raw, size_bytes, out);
}

/* Bytes of dynamic arrays and strings are behind the record's fixed part; all others at their offset, as far as the
 * sample reaches. */
static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	const struct key_field *f = (const struct key_field *)in->key;
	if (in->sample->event != f->key.event) return key_env_text(env, " ");
	struct outbuf out;
	out_init(&out, -1);
	size_t size = 0;
	const uint8_t *bytes;
	if (f->field->flags & (TRACEPOINT_DYNAMIC | TRACEPOINT_ARRAY)) {
		bytes = tracepoint_bytes(f->tp, f->field, in->sample->raw, in->sample->raw_size, &size);
	} else {
		bytes = f->field->offset < in->sample->raw_size ? in->sample->raw + f->field->offset : NULL;
		size = bytes ? MIN(f->field->size, in->sample->raw_size - f->field->offset) : 0;
	}
	for (size_t i = 0; i < size; i++) out_hex0(&out, bytes[i], 2);
	out_char(&out, ' ');
	put_value(f, in->sample->raw, in->sample->raw_size, &out);
	out_char(&out, '\0');
	uint64_t id = key_env_text(env, out.data);
	out_done(&out);
	return id;
}

/* By bytes, the highest first. */
static int order(const struct key_env *env, uint64_t a, uint64_t b)
{
	return a == b ? 0 : strcmp(key_env_text_of(env, b), key_env_text_of(env, a)); /* highest first */
}

/* The text is what is behind the first blank. */
static void format(const struct key_env *env, uint64_t cell_, unsigned width, struct outbuf *out)
{
	out_str(out, strchr(key_env_text_of(env, cell_), ' ') + 1);
}

/* Makes the key of a field and appends it. The width is upstream's: "0x" and two digits a byte. */
static void add(const struct perf_event *event, const struct tracepoint *tp, const struct tracepoint_field *field,
		bool raw, key_field_vec *keys)
{
	struct key_field *f = xcalloc(1, sizeof(*f));
	f->tp = tp;
	f->field = field;
	f->raw = raw;
	f->key = (struct key){
		.name = field->name,
		.header = field->name,
		.scope = KEY_SAMPLE,
		.align = KEY_RIGHT,
		.flags = KEY_TITLE_RIGHT,
		.event = event,
		.min_width = field->flags & (TRACEPOINT_DYNAMIC | TRACEPOINT_ARRAY) ? field->size : 2 + 2 * field->size,
		.cell = cell,
		.carry = key_carry_text,
		.order = order,
		.format = format,
	};
	vec_push(keys, &f->key);
}

/* Whether the part before the dot means this event: "%1" by its place in the recording, anything else by being
 * somewhere in its name, "sched_switch" as well as "switch". */
static bool means_event(const char *wanted, size_t length, const struct perf_event *event)
{
	if (!length) return true;
	if (wanted[0] == '%') return strtoul(wanted + 1, NULL, 10) == event->idx + 1;
	for (const char *at = event->name; *at; at++)
		if (strncmp(at, wanted, length) == 0) return true;
	return false;
}

size_t key_fields_parse(const char *name, const struct perf_events *events, struct tracepoints *tracepoints, bool raw,
			key_field_vec *keys)
{
	size_t before = keys->count;
	bool all = strcmp(name, "trace_fields") == 0;
	const char *dot = strchr(name, '.'), *field_name = dot && !all ? dot + 1 : name;
	size_t length = strlen(field_name);
	if (length > 4 && strcmp(field_name + length - 4, "/raw") == 0) {
		raw = true;
		length -= 4;
	}
	for (size_t i = 0; i < events->count; i++) {
		const struct perf_event *event = events->items[i];
		if (event->attr.type != ATTR_TYPE_TRACEPOINT ||
		    (dot && !all && !means_event(name, (size_t)(dot - name), event)))
			continue;
		const struct tracepoint *tp = tracepoints_find(tracepoints, event->attr.config);
		if (!tp) continue;
		for (size_t n = 0; n < tp->nr_fields; n++) {
			if (all ? n < tp->nr_common
				: strncmp(tp->fields[n].name, field_name, length) != 0 || tp->fields[n].name[length])
				continue;
			add(event, tp, &tp->fields[n], raw, keys);
		}
	}
	return keys->count - before;
}

void key_field_free(struct key *key) { free(key); }
