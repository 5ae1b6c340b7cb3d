#include "syscall/syscall_write.h"

#include <errno.h>
#include <string.h>

struct choice { uint16_t kind, chosen; uint8_t arg; uint32_t value; };
static const struct choice choices[] = {
#define CHOICE(kind, arg, value, chosen) { SYSCALL_KIND_##kind, SYSCALL_KIND_##chosen, arg, value },
#include "syscall/syscall_choice.def"
#undef CHOICE
};
/* by kind: whether another argument decides */
static const bool has_choice[NR_SYSCALL_KINDS] = {
	[SYSCALL_KIND_fcntl_arg] = true, [SYSCALL_KIND_prctl_arg2] = true, [SYSCALL_KIND_prctl_arg3] = true, [SYSCALL_KIND_prctl_arg5] = true,
	[SYSCALL_KIND_socket_option] = true, [SYSCALL_KIND_socket_protocol] = true, [SYSCALL_KIND_fcntl_result] = true,
};

static unsigned chosen(unsigned kind, const uint64_t *values)
{
	for (size_t i = 0; has_choice[kind] && i < ARRAY_SIZE(choices); i++)
		if (choices[i].kind == kind && choices[i].value == (uint32_t)values[choices[i].arg]) return choices[i].chosen;
	return kind;
}

static void add_value(const struct syscall_writing *w, unsigned arg, unsigned kind)
{
	uint64_t value = w->values[arg];
	bool is_text = kind == SYSCALL_KIND_path || kind == SYSCALL_KIND_string;
	const char *text = is_text && w->context && w->context->text ? w->context->text(w->context->ctx, arg) : NULL;
	if (text) syscall_write_text(w->out, text, strlen(text));
	else if (!value || kind >= SYSCALL_KIND_FIRST_SET || !w->nr_reads || !syscall_write_memory(w, arg, kind)) syscall_write_value(w, kind, value);
}

/* Arguments that the kernel does not look at, as others say: registers with something in them. */
static bool is_looked_at(const struct syscall *syscall, const uint64_t *values, unsigned arg)
{
	/* by operation, bits: val utime uaddr2 val3 are arguments 2 to 5; zero: all */
	static const uint8_t of_futex[16] = { [0] = 0x0c, [1] = 0x04, [3] = 0x1c, [4] = 0x3c, [6] = 0x08, [7] = 0x40, [8] = 0x40, [9] = 0x2c, [10] = 0x24, [13] = 0x08 };
	if (syscall->nr_args != 6) return true;
	if (strcmp(syscall->name, "mmap") == 0) return arg != 4 || !(values[3] & 0x20) || (int32_t)values[4] != -1; /* MAP_ANONYMOUS */
	if (strcmp(syscall->name, "futex") != 0 || arg < 2) return true;
	uint8_t mask = of_futex[values[1] & 15];
	return !mask || mask >> arg & 1;
}

static bool is_shown(const struct syscall_context *context, unsigned kind, uint64_t value)
{
	if (kind == SYSCALL_KIND_nothing) return false;
	if (value || (context && context->with_zeros)) return true;
	return kind >= SYSCALL_KIND_FIRST_SET && flag_set_shows_zero((enum flag_set_id)(kind - SYSCALL_KIND_FIRST_SET));
}

void syscall_format_args(const struct syscall *syscall, const uint64_t values[SYSCALL_MAX_ARGS], const struct syscall_context *context,
			 struct outbuf *out)
{
	struct syscall_read reads[SYSCALL_MAX_READS];
	struct syscall_writing w = { syscall, values, context, out, reads, 0 };
	const char *separator = "";
	if (context && context->memory) w.nr_reads = syscall_reads(syscall, true, reads);
	for (unsigned i = 0; i < syscall->nr_args; i++) {
		unsigned kind = chosen(syscall->args[i].kind, values);
		if (!is_looked_at(syscall, values, i) || !is_shown(context, kind, values[i])) continue;
		out_str(out, separator);
		if (!(context && context->without_names)) {
			out_str(out, syscall->args[i].name);
			out_lit(out, ": ");
		}
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

static void add_success(const struct syscall *syscall, const uint64_t *values, int64_t result, const struct syscall_context *context, struct outbuf *out)
{
	const struct syscall_writing w = { syscall, values, context, out, NULL, 0 };
	unsigned kind = syscall->returns;
	if (values) kind = chosen(kind, values);
	switch (kind) {
	case SYSCALL_KIND_pointer: case SYSCALL_KIND_octal:
		if (result) syscall_write_value(&w, kind, (uint64_t)result);
		else out_char(out, '0');
		break;
	case SYSCALL_KIND_ready:
		out_sdec(out, result, 0);
		if (!result) out_lit(out, " (Timeout)");
		break;
	case SYSCALL_KIND_dec: case SYSCALL_KIND_fd: case SYSCALL_KIND_fcntl_result: out_sdec(out, result, 0); break;
	default: syscall_write_value(&w, kind, (uint64_t)result);
	}
}

void syscall_format_result(const struct syscall *syscall, const uint64_t *values, int64_t result, const struct syscall_context *context, struct outbuf *out)
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
