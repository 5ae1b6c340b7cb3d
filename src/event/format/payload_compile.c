/* From a print format to a payload program: the format string step by step, its arguments through payload_expr.
 *
 * The arguments are parsed first, as they are; then the format string is walked, and each conversion takes the next
 * argument. Conversions without flags, width and precision get steps that need no printf(3) (STEP_DEC, STEP_HEX, ...),
 * because these are nearly all, and run for each sample. */
#include <string.h>
#include "base/strbuf.h"
#include "event/format/format_lexer.h"
#include "event/format/payload.h"
#include "event/format/payload_expr.h"

/* Columns; more than any kernel asks for, and small enough to be reserved in an outbuf. */
enum { MAX_WIDTH = 10000 };

/* State while a format string is compiled. text collects literal text until the next conversion ends it. */
struct compiler {
	struct payload_args args;
	size_t next_arg;
	struct arena *arena;
	bool short_forms;
	struct strbuf text; /* collected for the next STEP_TEXT */
	VEC(struct payload_step) steps;
	bool failed;
};

/* The next argument; too few of them make the whole format fail. */
static const struct payload_node *next_arg(struct compiler *k)
{
	if (k->next_arg < k->args.nodes.count) return k->args.nodes.items[k->next_arg++];
	k->failed = true;
	return NULL;
}

/* Makes a step of the literal text collected so far, if there is any. */
static void end_text(struct compiler *k)
{
	if (k->text.size)
		vec_push(&k->steps, ((struct payload_step){ .kind = STEP_TEXT,
							    .text = arena_memdup(k->arena, k->text.text, k->text.size),
							    .text_size = (uint32_t)k->text.size }));
	strbuf_clear(&k->text);
}

/* The letters after %p choose the kind. Returns how many belong to it. */
static size_t pointer_kind(const char *p, bool short_forms, struct payload_step *step)
{
	size_t used = 1;
	step->kind = STEP_POINTER;
	step->variant[0] = *p;
	if (short_forms && (*p == 'y' || *p == 'z')) {
		step->kind = *p == 'y' ? STEP_CALL_SITE : STEP_FUNCTION;
		return 1;
	}
	switch (*p) {
	case 'F':
	case 'S': step->kind = STEP_SYMBOL_OFFSET; return 1;
	case 'f':
	case 's': step->kind = STEP_SYMBOL; return 1;
	case 'M':
	case 'm':
		step->kind = STEP_MAC;
		if (p[0] == 'M' && (p[1] == 'F' || p[1] == 'R')) step->variant[1] = p[used++];
		return used;
	case 'U':
		step->kind = STEP_UUID;
		if (p[1] && strchr("bBlL", p[1])) step->variant[1] = p[used++];
		return used;
	case 'h':
		step->kind = STEP_RAW_HEX;
		if (p[1] && strchr("CDN", p[1])) step->variant[1] = p[used++];
		return used;
	case 'I':
	case 'i':
		/* "%pI" of something unknown prints nothing */
		step->kind = STEP_TEXT;
		if (p[1] == '4') {
			step->kind = STEP_IP4;
			used = 2;
			if (p[2] && strchr("hnbl", p[2])) step->variant[1] = p[used++];
		} else if (p[1] == '6') {
			step->kind = STEP_IP6;
			used = 2;
			if (p[2] == 'c') step->variant[1] = p[used++];
		} else if (p[1] == 'S') {
			step->kind = STEP_SOCKADDR;
			used = 2;
			/* "p" and "c" in either order */
			for (int i = 1; i < 3 && (p[used] == 'p' || p[used] == 'c'); i++) step->variant[i] = p[used++];
		}
		return used;
	/* other letters are text behind a bare "%p" */
	default: return 0;
	}
}

/* Digits at *p, at most MAX_WIDTH. */
static int parse_width(const char **p)
{
	int width = 0;
	for (; **p >= '0' && **p <= '9'; (*p)++) width = MIN(width * 10 + (**p - '0'), MAX_WIDTH);
	return width;
}

/* "l", "hh", "z" and the like at *p. */
static int8_t parse_bits(const char **p)
{
	int length = 0;
	for (;; (*p)++) {
		if (**p == 'h') length--;
		else if (**p == 'l') length++;
		else if (**p == 'L' || **p == 'z' || **p == 'Z') length = 2;
		else break;
	}
	if (length >= 0) return length ? 64 : 32;
	return length == -1 ? 16 : 8;
}

/* A conversion, behind its '%'. Returns what follows it. */
static const char *compile_conversion(struct compiler *k, const char *p)
{
	/* In the order of printf(3): flags, width, precision, length, conversion. */
	struct payload_step step = { .width = -1, .precision = -1 };
	char flags[8];
	size_t nr_flags = 0;

	for (; *p && strchr("-+#0", *p); p++) {
		if (nr_flags < sizeof(flags) && !memchr(flags, *p, nr_flags)) flags[nr_flags++] = *p;
		step.left |= *p == '-';
	}
	if (*p == '*') {
		step.width_arg = next_arg(k);
		p++;
	} else if (*p >= '1' && *p <= '9') {
		step.width = parse_width(&p);
	}
	if (*p == '.') {
		p++;
		if (*p == '*') {
			step.precision_arg = next_arg(k);
			p++;
		} else {
			step.precision = parse_width(&p);
		}
	}
	step.width_bits = parse_bits(&p);
	step.plain = step.width < 0 && !step.width_arg && step.precision < 0 && !step.precision_arg;
	/* Plain conversions have a step of their own, which prints without printf(3). */
	const bool formatted = !step.plain || nr_flags > 0;
	step.conversion = *p;
	switch (*p) {
	case 'd':
	case 'i':
		step.kind = formatted ? STEP_FORMATTED : STEP_DEC;
		step.conversion = 'd';
		break;
	case 'u': step.kind = formatted ? STEP_FORMATTED : STEP_UNSIGNED; break;
	case 'x': step.kind = formatted ? STEP_FORMATTED : STEP_HEX; break;
	case 'X':
	case 'o': step.kind = STEP_FORMATTED; break;
	case 'c': step.kind = STEP_CHAR; break;
	case 's': step.kind = STEP_STRING; break;
	case 'p': p += pointer_kind(p + 1, k->short_forms, &step); break;
	default: /* shown between brackets; it takes no argument */
		strbuf_char(&k->text, '>');
		if (*p) strbuf_char(&k->text, *p++);
		strbuf_char(&k->text, '<');
		return p;
	}
	step.arg = next_arg(k);
	/* STEP_TEXT: an extension that prints nothing; its argument has been taken */
	if (step.kind != STEP_TEXT) {
		end_text(k);
		step.text = arena_strndup(k->arena, flags, nr_flags);
		vec_push(&k->steps, step);
	}
	return p + 1;
}

/* The character that a backslash and c stand for. */
static char escaped(char c)
{
	switch (c) {
	case 'n': return '\n';
	case 't': return '\t';
	case 'r': return '\r';
	default: return c;
	}
}

/* p: the format string with its escapes as written. */
static void compile_format(struct compiler *k, const char *p)
{
	while (*p && !k->failed) {
		size_t plain = strcspn(p, "%\\");
		strbuf_add(&k->text, p, plain);
		p += plain;
		/* A single '%' or backslash at the end: the conversion shows as "><", the backslash is dropped. */
		if (!*p || !p[1]) {
			if (*p == '%') (void)compile_conversion(k, p + 1);
			break;
		}
		if (*p == '\\') {
			strbuf_char(&k->text, escaped(p[1]));
			p += 2;
		} else if (p[1] == '%') {
			strbuf_char(&k->text, '%');
			p += 2;
		} else {
			p = compile_conversion(k, p + 1);
		}
	}
	end_text(k);
}

const struct payload_program *payload_compile(const struct tracepoint *tp, struct text_view print, struct arena *arena)
{
	struct compiler k = { .arena = arena, .short_forms = tp->short_forms, .steps = VEC_INIT, .text = STRBUF_INIT };
	struct payload_program *program = NULL;
	struct format_lexer lexer = format_lexer_of(print);

	/* A print format that does not begin with a string is not understood: a macro, say, that the kernel did not
	 * resolve. */
	if (lexer.kind == FORMAT_STRING) {
		const char *format = format_lexer_string(&lexer, arena);
		format_lexer_next(&lexer);
		if (payload_expr_parse_args(&lexer, tp, arena, &k.args)) compile_format(&k, format);
		else k.failed = true;
		if (!k.failed) {
			program = arena_alloc(arena, sizeof(*program));
			program->steps = arena_memdup(arena, k.steps.items, k.steps.count * sizeof(*k.steps.items));
			program->nr_steps = k.steps.count;
		}
	}
	vec_done(&k.args.nodes);
	vec_done(&k.steps);
	strbuf_done(&k.text);
	return program;
}
