/* A call as text: its arguments one after the other, and its result.
 *
 *     kind of the row -> what other arguments make of it (syscall_choice.def) -> syscall_write_memory, where it is an
 *     address and the caller has what is there -> else syscall_write_value
 *
 * Arguments that are 0 are left out, as upstream does, unless 0 has a name that says something. */
#include "syscall/syscall_write.h"

#include <errno.h>
#include <string.h>

/* A row of syscall_choice.def: an argument of this kind is `chosen` when argument number `arg`, masked, has this value.
 * Rows of one kind stand together; the first that holds counts. */
struct choice {
	uint16_t kind, chosen;
	uint8_t arg;
	uint32_t mask, value;
};
static const struct choice choices[] = {
#define CHOICE(kind, arg, value, chosen) { SYSCALL_KIND_##kind, SYSCALL_KIND_##chosen, arg, UINT32_MAX, value },
#define MATCH(kind, arg, mask, value, chosen) { SYSCALL_KIND_##kind, SYSCALL_KIND_##chosen, arg, mask, value },
#include "syscall/tables/syscall_choice.def"
#undef CHOICE
#undef MATCH
};

/* Kinds with rows in syscall_choice.def: some are kinds of their own, others sets of numbers with names that are only
 * right for some values. Keeps the search of the table from all other arguments. */
static bool has_choice(unsigned kind)
{
	return (kind >= SYSCALL_KIND_FIRST_CHOICE && kind <= SYSCALL_KIND_LAST_CHOICE) ||
	       kind == SYSCALL_KIND_fcntl_arg || kind == SYSCALL_KIND_prctl_arg2 || kind == SYSCALL_KIND_prctl_arg5 ||
	       kind == SYSCALL_KIND_futex_timeout || kind == SYSCALL_KIND_clone_parent_tid ||
	       kind == SYSCALL_KIND_keyctl_arg2 || kind == SYSCALL_KIND_keyctl_arg3 || kind == SYSCALL_KIND_keyctl_arg4;
}

/* What the other arguments make of it; the kind itself when no row holds. */
static unsigned chosen(unsigned kind, const uint64_t *values)
{
	if (!has_choice(kind)) return kind;
	size_t i = 0;
	while (i < ARRAY_SIZE(choices) && choices[i].kind != kind) i++;
	for (; i < ARRAY_SIZE(choices) && choices[i].kind == kind; i++)
		if (choices[i].value == (values[choices[i].arg] & choices[i].mask)) return choices[i].chosen;
	return kind;
}

/* By what is known best: the text that the caller has, the memory that was read, else the number. Numbers with names
 * point nowhere. */
static void add_value(const struct syscall_writing *w, unsigned arg, unsigned kind)
{
	uint64_t value = w->values[arg];
	bool is_text = kind == SYSCALL_KIND_path || kind == SYSCALL_KIND_string;
	const char *text = is_text && w->context && w->context->text ? w->context->text(w->context->ctx, arg) : NULL;
	if (text) syscall_write_string(w, text, strlen(text), false);
	else if (!value || kind >= SYSCALL_KIND_FIRST_SET || !w->nr_reads || !syscall_write_memory(w, arg, kind))
		syscall_write_value(w, kind, value);
}

/* Zeros are left out of text; values (context->values) have them always. */
static bool is_shown(const struct syscall_context *context, unsigned kind, uint64_t value)
{
	if (kind == SYSCALL_KIND_nothing) return false;
	if (value || (context && (context->with_zeros || context->values))) return true;
	return kind >= SYSCALL_KIND_FIRST_SET && flag_set_shows_zero((enum flag_set_id)(kind - SYSCALL_KIND_FIRST_SET));
}

/* The table's order of clone's arguments is that of x86-64. The machines of CONFIG_CLONE_BACKWARDS have the last two
 * the other way round, s390 (CONFIG_CLONE_BACKWARDS2) the first two. moved: room for the result. */
static const uint64_t *in_order(const struct syscall *syscall, const uint64_t *values,
				const struct syscall_context *context, uint64_t moved[SYSCALL_MAX_ARGS])
{
	enum syscall_machine machine = context ? context->machine : SYSCALL_MACHINE_GENERIC;
	if (machine == SYSCALL_MACHINE_GENERIC || strcmp(syscall->name, "clone") != 0) return values;
	bool first_swapped = machine == SYSCALL_MACHINE_S390;
	const uint8_t from[SYSCALL_MAX_ARGS] = { first_swapped,         !first_swapped,        2,
						 first_swapped ? 3 : 4, first_swapped ? 4 : 3, 5 };
	for (unsigned i = 0; i < SYSCALL_MAX_ARGS; i++) moved[i] = values[from[i]];
	return moved;
}

/* One pass over the arguments. The list of reads is made anew for each call, with the same flags as for the program in
 * the kernel (bpf/tap.c), so that indices agree. */
void syscall_format_args(const struct syscall *syscall, const uint64_t values[SYSCALL_MAX_ARGS],
			 const struct syscall_context *context, struct outbuf *out)
{
	struct syscall_read reads[SYSCALL_MAX_READS];
	uint64_t moved[SYSCALL_MAX_ARGS];
	values = in_order(syscall, values, context, moved);
	struct syscall_writing w = { syscall, values, context, out, reads, 0, context ? context->values : NULL };
	const char *separator = "";
	if (context && context->memory)
		w.nr_reads = syscall_reads(syscall,
					   SYSCALL_READS_WRITTEN | syscall_reads_of(context->machine, context->is_32),
					   context->types, reads);
	for (unsigned i = 0; i < syscall->nr_args; i++) {
		unsigned kind = chosen(syscall->args[i].kind, values);
		if (!is_shown(context, kind, values[i])) continue;
		if (context && context->written_only && !syscall_has_written(&w, i)) continue;
		out_str(out, separator);
		if (!(context && context->without_names)) {
			out_str(out, syscall->args[i].name);
			out_lit(out, ": ");
		}
		value_name(w.sink, syscall->args[i].name);
		add_value(&w, i, kind);
		separator = ", ";
	}
}

const char *syscall_errno_name(int64_t error)
{
	/* what the kernel keeps to itself and tracers see */
	switch (error) {
	case 512: return "ERESTARTSYS";
	case 513: return "ERESTARTNOINTR";
	case 514: return "ERESTARTNOHAND";
	case 516: return "ERESTART_RESTARTBLOCK";
	default: return error > 0 && error < 512 ? strerrorname_np((int)error) : NULL;
	}
}

/* What a call returned that did not fail. 0 is a number here, also of kinds whose argument would be NULL; all that has
 * no case is written as an argument of that kind would be. */
static void add_success(const struct syscall *syscall, const uint64_t *values, int64_t result,
			const struct syscall_context *context, struct outbuf *out)
{
	const struct syscall_writing w = { syscall, values, context, out, NULL, 0, NULL };
	unsigned kind = syscall->returns;
	if (values) kind = chosen(kind, values);
	switch (kind) {
	case SYSCALL_KIND_pointer:
	case SYSCALL_KIND_octal:
		if (result) syscall_write_value(&w, kind, (uint64_t)result);
		else out_char(out, '0');
		break;
	case SYSCALL_KIND_ready:
		out_sdec(out, result, 0);
		if (!result) out_lit(out, " (Timeout)");
		break;
	case SYSCALL_KIND_dec:
	case SYSCALL_KIND_fd:
	case SYSCALL_KIND_socket_fd:
	case SYSCALL_KIND_fcntl_result: out_sdec(out, result, 0); break;
	default: syscall_write_value(&w, kind, (uint64_t)result);
	}
}

/* The kernel returns -errno as a number from -4095 to -1 (include/linux/err.h, MAX_ERRNO); anything else is a
 * result. */
void syscall_format_result(const struct syscall *syscall, const uint64_t *values, int64_t result,
			   const struct syscall_context *context, struct outbuf *out)
{
	if (result >= 0 || result < -4095) {
		add_success(syscall, values, result, context, out);
		return;
	}
	const char *name = syscall_errno_name(-result);
	if (!name) {
		out_sdec(out, result, 0);
		return;
	}
	out_lit(out, "-1 ");
	out_str(out, name);
	out_lit(out, " (");
	out_str(out, result > -512 ? strerrordesc_np((int)-result) : "To be restarted");
	out_char(out, ')');
}
