#include "syscall/syscall.h"

#include <errno.h>
#include <string.h>
#include <sys/sysmacros.h>

struct formatting { const struct syscall *syscall; const uint64_t *values; const struct syscall_context *context; struct outbuf *out; };

static void add_pointer(uint64_t value, struct outbuf *out)
{
	out_lit(out, "0x");
	out_hex(out, value, 0);
}

static void add_text(const struct formatting *f, unsigned arg)
{
	const char *text = f->context && f->context->text ? f->context->text(f->context->ctx, arg) : NULL;
	if (text) out_json_string(f->out, text, strlen(text));
	else add_pointer(f->values[arg], f->out);
}

static void add_fd(const struct formatting *f, int32_t fd)
{
	const char *path = f->context && f->context->fd_path && fd >= 0 ? f->context->fd_path(f->context->ctx, fd) : NULL;
	out_sdec(f->out, fd, 0);
	if (path) out_printf(f->out, "<%s>", path);
}

static void add_task(const struct formatting *f, int32_t tid)
{
	const char *name = f->context && f->context->task_name && tid > 0 ? f->context->task_name(f->context->ctx, tid) : NULL;
	out_sdec(f->out, tid, 0);
	if (name) out_printf(f->out, " (%s)", name);
}

static void add_octal(uint64_t value, struct outbuf *out) { out_printf(out, "0%llo", (unsigned long long)value); }

static void add_flags(const struct formatting *f, enum flag_set_id set, uint64_t value)
{
	flag_set_format(set, value, f->context && f->context->with_prefix, f->out);
}

static void add_fcntl_arg(const struct formatting *f, uint64_t value)
{
	switch ((uint32_t)f->values[1]) {
	case 0: case 1030: case 8: out_sdec(f->out, (int32_t)value, 0); break; /* DUPFD, DUPFD_CLOEXEC, SETOWN */
	case 2: out_str(f->out, value & 1 ? "CLOEXEC" : "0"); break;           /* SETFD */
	case 4: add_flags(f, FLAG_SET_open_flags, value); break;              /* SETFL */
	case 10: add_flags(f, FLAG_SET_signal, value); break;                 /* SETSIG */
	case 1033: add_flags(f, FLAG_SET_seals, value); break;                /* ADD_SEALS */
	case 1031: out_dec(f->out, value, 0); break;                          /* SETPIPE_SZ */
	default: add_pointer(value, f->out);
	}
}

/* _IO(type, nr) and its like: what the number says of itself (asm-generic/ioctl.h). */
static void add_ioctl(uint64_t value, struct outbuf *out)
{
	static const char *const directions[] = { "NONE", "WRITE", "READ", "READ|WRITE" };
	static const struct { uint32_t number; const char *name; } known[] = {
		{ 0x5401, "TCGETS" }, { 0x5402, "TCSETS" }, { 0x5403, "TCSETSW" }, { 0x5404, "TCSETSF" }, { 0x540b, "TCFLSH" }, { 0x540e, "TIOCSCTTY" },
		{ 0x540f, "TIOCGPGRP" }, { 0x5410, "TIOCSPGRP" }, { 0x5411, "TIOCOUTQ" }, { 0x5413, "TIOCGWINSZ" }, { 0x5414, "TIOCSWINSZ" }, { 0x541b, "FIONREAD" },
		{ 0x5421, "FIONBIO" }, { 0x5422, "TIOCNOTTY" }, { 0x5429, "TIOCGSID" }, { 0x5450, "FIONCLEX" }, { 0x5451, "FIOCLEX" }, { 0x80045430, "TIOCGPTN" },
		{ 0x40045431, "TIOCSPTLCK" }, { 0x5441, "TIOCGPTPEER" }, { 0x40049409, "FICLONE" }, { 0x8004667e, "FIONBIO" },
	};
	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		if (known[i].number != (uint32_t)value) continue;
		out_str(out, known[i].name);
		return;
	}
	out_printf(out, "(%s, %#x, %#x, %#x)", directions[value >> 30 & 3], (unsigned)(value >> 8 & 0xff), (unsigned)(value & 0xff),
		   (unsigned)(value >> 16 & 0x3fff));
}

static void add_value(const struct formatting *f, unsigned arg)
{
	uint64_t value = f->values[arg];
	struct outbuf *out = f->out;
	unsigned kind = f->syscall->args[arg].kind;
	switch (kind) {
	case SYSCALL_KIND_dec: out_sdec(out, (int64_t)value, 0); break;
	case SYSCALL_KIND_pid: add_task(f, (int32_t)value); break;
	case SYSCALL_KIND_unsigned: out_dec(out, value, 0); break;
	case SYSCALL_KIND_hex: case SYSCALL_KIND_pointer: add_pointer(value, out); break;
	case SYSCALL_KIND_futex_val3:
		if ((uint32_t)value == UINT32_MAX) out_lit(out, "MATCH_ANY");
		else add_pointer(value, out);
		break;
	case SYSCALL_KIND_octal: add_octal(value, out); break;
	case SYSCALL_KIND_path: case SYSCALL_KIND_string: add_text(f, arg); break;
	case SYSCALL_KIND_fd: add_fd(f, (int32_t)value); break;
	case SYSCALL_KIND_at_fd:
		if ((int32_t)value == -100) out_lit(out, "CWD");
		else add_fd(f, (int32_t)value);
		break;
	case SYSCALL_KIND_id: out_sdec(out, (int32_t)value, 0); break;
	case SYSCALL_KIND_file_mode: add_octal(value & 07777, out); break;
	case SYSCALL_KIND_device: out_printf(out, "%u:%u", major((dev_t)value), minor((dev_t)value)); break;
	case SYSCALL_KIND_fcntl_arg: add_fcntl_arg(f, value); break;
	case SYSCALL_KIND_ioctl_cmd: add_ioctl(value, out); break;
	case SYSCALL_KIND_prctl_arg2:
		if ((uint32_t)f->values[0] == 15 || value > 0xffff) add_pointer(value, out); /* SET_NAME takes an address */
		else out_sdec(out, (int64_t)value, 0);
		break;
	default:
		if (kind >= SYSCALL_KIND_FIRST_SET) add_flags(f, (enum flag_set_id)(kind - SYSCALL_KIND_FIRST_SET), value);
		else add_pointer(value, out);
	}
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

void syscall_format_args(const struct syscall *syscall, const uint64_t values[SYSCALL_MAX_ARGS], const struct syscall_context *context,
			 struct outbuf *out)
{
	const struct formatting f = { syscall, values, context, out };
	const char *separator = "";
	for (unsigned i = 0; i < syscall->nr_args; i++) {
		if (!is_looked_at(syscall, values, i)) continue;
		if (!values[i] && !(context && context->with_zeros)) continue; /* as upstream, also where 0 has a name */
		out_str(out, separator);
		if (!(context && context->without_names)) {
			out_str(out, syscall->args[i].name);
			out_lit(out, ": ");
		}
		add_value(&f, i);
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

void syscall_format_result(const struct syscall *syscall, int64_t result, struct outbuf *out)
{
	if (result < 0 && result >= -4095) {
		const char *name = syscall_errno_name(-result);
		if (name) out_printf(out, "-1 %s (%s)", name, result > -512 ? strerrordesc_np((int)-result) : "To be restarted");
		else out_sdec(out, result, 0);
	} else if (syscall->returns == SYSCALL_KIND_pointer) {
		add_pointer((uint64_t)result, out);
	} else if (syscall->returns == SYSCALL_KIND_octal) {
		add_octal((uint64_t)result, out);
	} else {
		out_sdec(out, result, 0);
	}
}
