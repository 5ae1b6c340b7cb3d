/* short_form.def is included as C strings, which are compiled like print formats of the kernel when a tracepoint with
 * that name is first used. The print format of a form is made of several parts, each compiled for itself; the steps of
 * all of them, one behind the other, are the form's program. */
#include "event/format/short_form.h"

#include <string.h>
#include "event/format/format_lexer.h"
#include "event/format/payload_expr.h"

/* A line of short_form.def: FORM (system, name, fields that must be there, condition), PART (field that must be
 * there or NULL, print format) or OWN (the tracepoint's own print format). */
struct row {
	const char *system, *name, *fields, *when;
	const char *field, *print;
	bool own;
};

#define TEXT_OF(...) #__VA_ARGS__
/* The lines of short_form.def in order: a FORM, then its PARTs and OWNs up to the next FORM. */
static const struct row rows[] = {
#define FORM(s, n, f, ...) { .system = s, .name = n, .fields = f, .when = TEXT_OF(__VA_ARGS__) },
#define PART(f, ...) { .field = f, .print = TEXT_OF(__VA_ARGS__) },
#define OWN() { .own = true },
#include "event/format/short_form.def"
#undef FORM
#undef PART
#undef OWN
};

/* names: comma separated. */
static bool has_fields(const struct tracepoint *tp, const char *names)
{
	while (*names) {
		size_t size = strcspn(names, ",");
		bool found = false;
		for (size_t i = 0; i < tp->nr_fields && !found; i++)
			found = strlen(tp->fields[i].name) == size && strncmp(tp->fields[i].name, names, size) == 0;
		if (!found) return false;
		names += size + (names[size] == ',');
	}
	return true;
}

typedef VEC(struct payload_step) step_vec;

/* False when there is no program. */
static bool add_program(step_vec *steps, const struct payload_program *program)
{
	for (size_t i = 0; program && i < program->nr_steps; i++) vec_push(steps, program->steps[i]);
	return program;
}

/* Appends the steps of a row to those of the form; false when its print format is not understood. */
static bool add_part(const struct tracepoint *tp, const struct row *row, struct arena *arena, step_vec *steps)
{
	if (row->own) return add_program(steps, tp->program);
	if (row->field && !has_fields(tp, row->field)) return true;
	return add_program(steps, payload_compile(tp, (struct text_view){ row->print, strlen(row->print) }, arena));
}

/* The "when" of a FORM as an expression over the payload: parsed like the one argument of a print format, in front of
 * which a comma stands. NULL: not understood. */
static const struct payload_node *parse_condition(const struct tracepoint *tp, const char *text, struct arena *arena)
{
	const char *print = arena_printf(arena, ", %s", text);
	struct format_lexer lexer = format_lexer_of((struct text_view){ print, strlen(print) });
	struct payload_args args = { VEC_INIT };
	const struct payload_node *node = payload_expr_parse_args(&lexer, tp, arena, &args) && args.nodes.count == 1
						  ? args.nodes.items[0]
						  : NULL;
	vec_done(&args.nodes);
	return node;
}

/* The form at row and the parts behind it, up to end; false: it cannot be used for this tracepoint. */
static bool compile_form(const struct tracepoint *tp, const struct row *row, const struct row *end, struct arena *arena,
			 struct payload_form *ret)
{
	step_vec steps = VEC_INIT;
	bool ok = true;
	ret->when = parse_condition(tp, row->when, arena);
	for (const struct row *part = row + 1; ok && part < end && !part->system; part++)
		ok = add_part(tp, part, arena, &steps);
	struct payload_program *program = arena_alloc(arena, sizeof(*program));
	program->steps = arena_memdup(arena, steps.items, steps.count * sizeof(*steps.items));
	program->nr_steps = steps.count;
	ret->program = program;
	vec_done(&steps);
	return ok && ret->when;
}

void short_form_find(struct tracepoint *tp, struct arena *arena)
{
	const struct row *end = rows + ARRAY_SIZE(rows);
	VEC(struct payload_form) forms = VEC_INIT;
	for (const struct row *row = rows; row < end; row++) {
		struct payload_form form;
		if (!row->system || strcmp(row->system, tp->system) != 0 || strcmp(row->name, tp->name) != 0) continue;
		if (has_fields(tp, row->fields) && compile_form(tp, row, end, arena, &form)) vec_push(&forms, form);
	}
	tp->nr_forms = forms.count;
	tp->forms = forms.count ? arena_memdup(arena, forms.items, forms.count * sizeof(*forms.items)) : NULL;
	vec_done(&forms);
}

const struct payload_program *short_form_choose(const struct payload *p)
{
	for (size_t i = 0; i < p->tp->nr_forms; i++)
		if (payload_eval(p, p->tp->forms[i].when)) return p->tp->forms[i].program;
	return p->tp->program;
}
