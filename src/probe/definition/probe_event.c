/* Lines of kprobe_events and uprobe_events, both ways; the grammar is in Documentation/trace/kprobetrace.rst and
 * uprobetracer.rst. Parsing cuts a copy of the line in place, word by word:
 *
 *     p:probe_libc/malloc  /usr/lib/libc.so.6:0x97ac0  bytes=%di:u64
 *     head                 place                       arguments
 */
#include "probe/definition/probe_event.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>

static void arg_done(struct probe_arg *arg)
{
	free(arg->name);
	free(arg->fetch);
	free(arg->type);
}

void probe_event_done(struct probe_event *event)
{
	free(event->group);
	free(event->name);
	free(event->target);
	free(event->symbol);
	free(event->function);
	for (size_t i = 0; i < event->args.count; i++) arg_done(&event->args.items[i]);
	vec_done(&event->args);
	*event = (struct probe_event)PROBE_EVENT_INIT;
}

void probe_events_done(struct probe_events *events)
{
	for (size_t i = 0; i < events->items.count; i++) probe_event_done(&events->items.items[i]);
	vec_done(&events->items);
}

void probe_event_add_arg(struct probe_event *event, const char *name, const char *fetch, const char *type)
{
	struct probe_arg arg = { name ? xstrdup(name) : NULL, xstrdup(fetch), type ? xstrdup(type) : NULL };
	vec_push(&event->args, arg);
}

/* NULL stays NULL. */
static char *copy_text(const char *text) { return text ? xstrdup(text) : NULL; }

struct probe_event probe_event_copy(const struct probe_event *event)
{
	struct probe_event copy = *event;
	copy.group = copy_text(event->group);
	copy.name = copy_text(event->name);
	copy.target = copy_text(event->target);
	copy.symbol = copy_text(event->symbol);
	copy.function = copy_text(event->function);
	copy.args.items = NULL;
	copy.args.count = copy.args.capacity = 0;
	for (size_t i = 0; i < event->args.count; i++)
		probe_event_add_arg(&copy, event->args.items[i].name, event->args.items[i].fetch,
				    event->args.items[i].type);
	return copy;
}

/* uprobes: PATH:0xOFFSET(0xREF_CTR); kprobes: [MODULE:]SYMBOL+N or an address. */
static void format_place(const struct probe_event *event, struct strbuf *out)
{
	if (probe_kind_is_user(event->kind)) {
		strbuf_printf(out, " %s:0x%" PRIx64, event->target ? event->target : "", event->place);
		if (event->ref_ctr_off) strbuf_printf(out, "(0x%" PRIx64 ")", event->ref_ctr_off);
		return;
	}
	strbuf_char(out, ' ');
	if (event->target) strbuf_printf(out, "%s:", event->target);
	if (event->symbol) strbuf_printf(out, "%s+%" PRIu64, event->symbol, event->sym_off);
	else strbuf_printf(out, "0x%" PRIx64, event->place);
}

/* probe_event_parse reads the same event from it, but for what is not part of the line (function). */
void probe_event_format(const struct probe_event *event, struct strbuf *out)
{
	strbuf_char(out, probe_kind_is_return(event->kind) ? 'r' : 'p');
	if (event->maxactive && event->kind == PROBE_KRETPROBE) strbuf_printf(out, "%u", event->maxactive);
	strbuf_char(out, ':');
	if (event->group) strbuf_printf(out, "%s/", event->group);
	if (event->name) strbuf_str(out, event->name);
	format_place(event, out);
	for (size_t i = 0; i < event->args.count; i++) {
		const struct probe_arg *arg = &event->args.items[i];
		strbuf_char(out, ' ');
		if (arg->name) strbuf_printf(out, "%s=", arg->name);
		strbuf_str(out, arg->fetch);
		if (arg->type) strbuf_printf(out, ":%s", arg->type);
	}
}

/* "0x1f", "31" up to the end of the text; false: not a number, or too large. Stricter than strtoull: no sign, no
 * blanks, nothing behind it. */
static bool parse_number(const char *text, uint64_t *ret)
{
	unsigned base = 10;
	uint64_t value = 0;
	if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
		base = 16;
		text += 2;
	}
	if (!*text) return false;
	for (; *text; text++) {
		int c = tolower((uint8_t)*text);
		unsigned digit = c >= '0' && c <= '9' ? (unsigned)c - '0' : base;
		if (c >= 'a' && c <= 'f') digit = (unsigned)c - 'a' + 10;
		if (digit >= base || value > (UINT64_MAX - digit) / base) return false;
		value = value * base + digit;
	}
	*ret = value;
	return true;
}

/* "p:", "r16:probe/name", "p": *ret_kind only tells of returning. */
static bool parse_head(char *text, struct probe_event *event)
{
	uint64_t maxactive = 0;
	char *colon = strchr(text, ':');
	if (colon) *colon = '\0';
	if (text[1] && (text[0] != 'r' || !parse_number(text + 1, &maxactive) || maxactive > UINT32_MAX)) return false;
	event->kind = text[0] == 'r' ? PROBE_KRETPROBE : PROBE_KPROBE;
	event->maxactive = (unsigned)maxactive;
	if (!colon || !colon[1]) return true;
	char *name = colon + 1, *slash = name + strcspn(name, "/.");
	if (*slash) {
		*slash = '\0';
		if (!*name || !slash[1]) return false;
		event->group = xstrdup(name);
		name = slash + 1;
	}
	event->name = xstrdup(name);
	return true;
}

/* "/usr/bin/ls:0x4f20(0x1234)" Paths may have colons: the last one counts. */
static bool parse_file_place(char *text, struct probe_event *event)
{
	char *colon = strrchr(text, ':');
	if (!colon || !colon[1]) return false;
	*colon = '\0';
	char *open = strchr(colon + 1, '(');
	if (open) {
		char *close = strchr(open, ')');
		if (!close || close[1]) return false;
		*open = *close = '\0';
		if (!parse_number(open + 1, &event->ref_ctr_off)) return false;
	}
	if (!parse_number(colon + 1, &event->place)) return false;
	event->target = xstrdup(text);
	return true;
}

/* "nf_nat:nf_nat_setup+4", "vfs_read", "0xffffffff81000000" */
static bool parse_kernel_place(char *text, struct probe_event *event)
{
	char *colon = strchr(text, ':'), *symbol = text;
	if (colon) {
		*colon = '\0';
		if (!*text || !colon[1]) return false;
		event->target = xstrdup(text);
		symbol = colon + 1;
	}
	if (isdigit((uint8_t)*symbol)) return parse_number(symbol, &event->place);
	/* names of functions have no "+", offsets come last */
	char *plus = strrchr(symbol, '+');
	if (plus) {
		*plus = '\0';
		if (!parse_number(plus + 1, &event->sym_off)) return false;
	}
	if (!*symbol) return false;
	event->symbol = xstrdup(symbol);
	return true;
}

/* "%return" at the end is the newer way to write "r:"; a place that begins with "/" is a file's. */
static bool parse_place(char *text, struct probe_event *event)
{
	static const char RETURN[] = "%return";
	size_t size = strlen(text), suffix = strlen(RETURN);
	if (size > suffix && strcmp(text + size - suffix, RETURN) == 0) {
		text[size - suffix] = '\0';
		event->kind = PROBE_KRETPROBE;
	}
	if (text[0] != '/') return parse_kernel_place(text, event);
	event->kind = event->kind == PROBE_KRETPROBE ? PROBE_URETPROBE : PROBE_UPROBE;
	return parse_file_place(text, event);
}

/* "bytes=%di:u64", "$retval", "text=+0(%si):string", "\"a:b\"" */
static bool parse_arg(char *text, struct probe_event *event)
{
	size_t name_size = 0;
	while (isalnum((uint8_t)text[name_size]) || text[name_size] == '_') name_size++;
	char *name = NULL, *fetch = text;
	if (name_size && text[name_size] == '=') {
		text[name_size] = '\0';
		name = text;
		fetch = text + name_size + 1;
	}
	char *quote = strrchr(fetch, '"'), *type = strchr(quote ? quote : fetch, ':');
	if (type) *type++ = '\0';
	if (!*fetch || (type && !*type)) return false;
	probe_event_add_arg(event, name, fetch, type);
	return true;
}

/* The next word of *at; a quoted text stays together. NULL: there is none. Cuts the word in place; *at moves behind it.
 */
static char *next_word(char **at)
{
	char *word = *at + strspn(*at, " \t\r"), *end = word;
	if (!*word) return NULL;
	for (bool quoted = false; *end && (quoted || !strchr(" \t\r", *end)); end++) quoted ^= *end == '"';
	*at = *end ? end + 1 : end;
	*end = '\0';
	return word;
}

/* Long lines are cut in the message. */
static int refuse(const char *line, size_t size_bytes, struct err *err)
{
	return err_set(err, -EINVAL, "Not the definition of a probe: '%.*s'", (int)MIN(size_bytes, 200), line);
}

/* The event is built up in a local variable, which is freed on every failure. */
int probe_event_parse(const char *line, size_t size_bytes, struct probe_event *ret, struct err *err)
{
	while (size_bytes && isspace((uint8_t)line[size_bytes - 1])) size_bytes--;
	_free_ char *copy = xstrndup(line, size_bytes);
	_probe_event_done_ struct probe_event event = PROBE_EVENT_INIT;
	char *at = copy, *head = next_word(&at);
	/* event probes (e), function probes (f), synthetic events (s), tracepoint probes (t) */
	if (head && strchr("efst", head[0]))
		return err_set(err, -ENOTSUP, "Not a probe at a place: '%.*s'", (int)MIN(size_bytes, 200), line);
	if (!head || (head[0] != 'p' && head[0] != 'r') || !parse_head(head, &event))
		return refuse(line, size_bytes, err);
	char *place = next_word(&at);
	if (!place || !parse_place(place, &event)) return refuse(line, size_bytes, err);
	for (char *word; (word = next_word(&at));)
		if (!parse_arg(word, &event)) return refuse(line, size_bytes, err);
	*ret = event;
	event = (struct probe_event)PROBE_EVENT_INIT;
	return 0;
}

void probe_event_copy_args(struct probe_event *event, const struct probe_definition *definition)
{
	for (size_t i = 0; i < definition->arguments.count; i++) {
		const struct probe_argument *argument = &definition->arguments.items[i];
		probe_event_add_arg(event, argument->name, argument->variable, argument->type);
	}
}
