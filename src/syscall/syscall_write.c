/* One value by its kind, as text and as a typed value. Text is always written; the value is made of the number where
 * documents want a number, else of the text that was just written (give_value). */
#include "syscall/syscall_write.h"

#include <string.h>
#include <sys/sysmacros.h>

/* A row of syscall_ioctl.def, which ascends by number. */
struct command {
	uint32_t number;
	const char *name;
};
static const struct command commands[] = {
#define IOCTL(number, name) { number, #name },
#include "syscall/tables/syscall_ioctl.def"
#undef IOCTL
};

static void add_hex(struct outbuf *out, uint64_t value)
{
	out_lit(out, "0x");
	out_hex(out, value, 0);
}

/* 0 is "NULL", as upstream and strace have it. */
static void add_pointer(struct outbuf *out, uint64_t value)
{
	if (value) add_hex(out, value);
	else out_lit(out, "NULL");
}

static void add_octal(struct outbuf *out, uint64_t value) { out_printf(out, "0%llo", (unsigned long long)value); }

/* "3</etc/passwd>" when the caller knows what is open. */
static void add_fd(const struct syscall_writing *w, int32_t fd)
{
	const char *path = w->context && w->context->fd_path && fd >= 0 ? w->context->fd_path(w->context->ctx, fd)
									: NULL;
	out_sdec(w->out, fd, 0);
	if (!path) return;
	out_char(w->out, '<');
	out_str(w->out, path);
	out_char(w->out, '>');
}

/* "100 (sh)" when the caller knows the task. */
static void add_task(const struct syscall_writing *w, int32_t tid)
{
	const char *name = w->context && w->context->task_name && tid > 0 ? w->context->task_name(w->context->ctx, tid)
									  : NULL;
	out_sdec(w->out, tid, 0);
	if (!name) return;
	out_lit(w->out, " (");
	out_str(w->out, name);
	out_char(w->out, ')');
}

static int compare_command(const void *key, const void *item)
{
	uint32_t a = *(const uint32_t *)key, b = ((const struct command *)item)->number;
	return a < b ? -1 : a > b;
}

/* By name; else what _IO(type, nr) and its like put into it (asm-generic/ioctl.h). */
static void add_ioctl(struct outbuf *out, uint32_t value)
{
	static const char *const directions[] = { "NONE", "WRITE", "READ", "READ|WRITE" };
	const struct command *command = bsearch(&value, commands, ARRAY_SIZE(commands), sizeof(*commands),
						compare_command);
	if (command) out_str(out, command->name);
	else
		out_printf(out, "(%s, %#x, %#x, %#x)", directions[value >> 30 & 3], value >> 8 & 0xff, value & 0xff,
			   value >> 16 & 0x3fff);
}

/* st_mode (inode(7)): the type in the highest four bits by its name, the rest in octal. */
static void add_stat_mode(struct outbuf *out, uint32_t mode, bool with_prefix)
{
	static const char *const types[16] = { [1] = "IFIFO", [2] = "IFCHR",  [4] = "IFDIR",  [6] = "IFBLK",
					       [8] = "IFREG", [10] = "IFLNK", [12] = "IFSOCK" };
	const char *type = types[mode >> 12 & 15];
	if (type) {
		if (with_prefix) out_lit(out, "S_");
		out_str(out, type);
		out_char(out, '|');
	}
	add_octal(out, type ? mode & 07777 : mode);
}

/* The set that has the machine's numbers. */
static enum flag_set_id set_of(const struct syscall_writing *w, unsigned kind)
{
	enum flag_set_id set = (enum flag_set_id)(kind - SYSCALL_KIND_FIRST_SET);
	enum syscall_machine machine = w->context ? w->context->machine : SYSCALL_MACHINE_GENERIC;
	if (machine != SYSCALL_MACHINE_ARM && machine != SYSCALL_MACHINE_POWERPC) return set;
	if (set == FLAG_SET_open_flags)
		return machine == SYSCALL_MACHINE_ARM ? FLAG_SET_open_flags_arm : FLAG_SET_open_flags_powerpc;
	return set == FLAG_SET_mmap_flags && machine == SYSCALL_MACHINE_POWERPC ? FLAG_SET_mmap_flags_powerpc : set;
}

/* Numbers, and what nobody chose a kind for: options of levels that are not known and such. Signed decimal in text, a
 * number for the sink. */
static bool is_plain_number(unsigned kind)
{
	switch (kind) {
	case SYSCALL_KIND_dec:
	case SYSCALL_KIND_unsigned:
	case SYSCALL_KIND_perf_config:
	case SYSCALL_KIND_socket_option:
	case SYSCALL_KIND_socket_protocol:
	case SYSCALL_KIND_prctl_arg3:
	case SYSCALL_KIND_prctl_arg2:
	case SYSCALL_KIND_keyctl_arg2:
	case SYSCALL_KIND_keyctl_arg3:
	case SYSCALL_KIND_keyctl_arg4:
	case SYSCALL_KIND_keyctl_arg5:
	case SYSCALL_KIND_prctl_arg5:
	case SYSCALL_KIND_fcntl_arg: return true;
	default: return false;
	}
}

/* The text of a value. Kinds without a case are addresses, or sets of numbers with names. */
static void write_value(const struct syscall_writing *w, unsigned kind, uint64_t value)
{
	struct outbuf *out = w->out;
	if (is_plain_number(kind)) {
		out_sdec(out, (int64_t)value, 0);
		return;
	}
	switch (kind) {
	case SYSCALL_KIND_id: out_sdec(out, (int32_t)value, 0); break;
	case SYSCALL_KIND_pid: add_task(w, (int32_t)value); break;
	case SYSCALL_KIND_futex_val3:
		if ((uint32_t)value == UINT32_MAX) out_lit(out, "MATCH_ANY");
		else add_hex(out, value);
		break;
	case SYSCALL_KIND_hex: add_hex(out, value); break;
	case SYSCALL_KIND_octal: add_octal(out, value); break;
	case SYSCALL_KIND_fd: add_fd(w, (int32_t)value); break;
	case SYSCALL_KIND_at_fd:
		if ((int32_t)value == -100) out_str(out, w->context && w->context->with_prefix ? "AT_FDCWD" : "CWD");
		else add_fd(w, (int32_t)value);
		break;
	case SYSCALL_KIND_device: out_printf(out, "%u:%u", major((dev_t)value), minor((dev_t)value)); break;
	case SYSCALL_KIND_ioctl_cmd: add_ioctl(out, (uint32_t)value); break;
	case SYSCALL_KIND_handler:
		if (value <= 1) out_str(out, value ? "SIG_IGN" : "SIG_DFL");
		else add_pointer(out, value);
		break;
	case SYSCALL_KIND_limit:
		if (value == UINT64_MAX) out_lit(out, "INFINITY");
		else out_dec(out, value, 0);
		break;
	case SYSCALL_KIND_limit_32:
		if (value == UINT32_MAX) out_lit(out, "INFINITY");
		else out_dec(out, value, 0);
		break;
	case SYSCALL_KIND_stat_mode: add_stat_mode(out, (uint32_t)value, w->context && w->context->with_prefix); break;
	default:
		if (kind < SYSCALL_KIND_FIRST_SET) add_pointer(out, value);
		else flag_set_format(set_of(w, kind), value, w->context && w->context->with_prefix, out);
	}
}

/* give_fd and give_task are add_fd and add_task for documents: the number, and what the caller knows of it beside. */
static void give_fd(const struct syscall_writing *w, int32_t fd)
{
	value_signed(w->sink, fd);
	const char *path = w->context->fd_path && fd >= 0 ? w->context->fd_path(w->context->ctx, fd) : NULL;
	if (path) value_detail(w->sink, "_path", path);
}

static void give_task(const struct syscall_writing *w, int32_t tid)
{
	value_signed(w->sink, tid);
	const char *name = w->context->task_name && tid > 0 ? w->context->task_name(w->context->ctx, tid) : NULL;
	if (name) value_detail(w->sink, "_comm", name);
}

/* What was written from start on, by its kind: numbers are numbers, all else is its text. */
static void give_value(const struct syscall_writing *w, unsigned kind, uint64_t value, size_t start)
{
	if (is_plain_number(kind)) {
		value_signed(w->sink, (int64_t)value);
		return;
	}
	switch (kind) {
	case SYSCALL_KIND_id: value_signed(w->sink, (int32_t)value); return;
	case SYSCALL_KIND_pid: give_task(w, (int32_t)value); return;
	case SYSCALL_KIND_fd: give_fd(w, (int32_t)value); return;
	case SYSCALL_KIND_at_fd:
		if ((int32_t)value == -100) break;
		give_fd(w, (int32_t)value);
		return;
	case SYSCALL_KIND_limit:
		if (value == UINT64_MAX) break;
		value_number(w->sink, value);
		return;
	case SYSCALL_KIND_limit_32:
		if (value == UINT32_MAX) break;
		value_number(w->sink, value);
		return;
	case SYSCALL_KIND_hex:
	case SYSCALL_KIND_octal:
	case SYSCALL_KIND_futex_val3:
	case SYSCALL_KIND_device:
	case SYSCALL_KIND_ioctl_cmd:
	case SYSCALL_KIND_handler:
	case SYSCALL_KIND_stat_mode: break;
	default:
		if (kind >= SYSCALL_KIND_FIRST_SET || value) break;
		value_none(w->sink); /* a NULL pointer */
		return;
	}
	syscall_write_end_text(w, start);
}

/* The text comes first: give_value takes what was written where the value is a text. */
void syscall_write_value(const struct syscall_writing *w, unsigned kind, uint64_t value)
{
	size_t start = w->out->size;
	write_value(w, kind, value);
	if (w->sink) give_value(w, kind, value, start);
}

void syscall_write_end_text(const struct syscall_writing *w, size_t start)
{
	if (w->sink) value_text(w->sink, w->out->data + start, w->out->size - start);
}

void syscall_write_number(const struct syscall_writing *w, uint64_t number, bool is_signed)
{
	if (is_signed) out_sdec(w->out, (int64_t)number, 0);
	else out_dec(w->out, number, 0);
	if (!w->sink) return;
	if (is_signed) value_signed(w->sink, (int64_t)number);
	else value_number(w->sink, number);
}

void syscall_write_flags(const struct syscall_writing *w, enum flag_set_id set, uint64_t value, bool with_prefix)
{
	size_t start = w->out->size;
	flag_set_format(set, value, with_prefix, w->out);
	syscall_write_end_text(w, start);
}

/* The value is the text itself, without quotes or escapes; "..." tells that it was cut. */
void syscall_write_string(const struct syscall_writing *w, const void *text, size_t size_bytes, bool is_cut)
{
	syscall_write_text(w->out, text, size_bytes);
	if (is_cut) out_lit(w->out, "...");
	if (!w->sink) return;
	if (!is_cut) {
		value_text(w->sink, text, size_bytes);
		return;
	}
	size_t start = w->out->size;
	out_mem(w->out, text, size_bytes);
	out_lit(w->out, "...");
	syscall_write_end_text(w, start);
	w->out->size = start;
}

/* The form of strace and of C: what does not print is an escape. */
void syscall_write_text(struct outbuf *out, const void *text, size_t size_bytes)
{
	const uint8_t *bytes = text;
	out_char(out, '"');
	for (size_t i = 0; i < size_bytes; i++) {
		static const char short_ones[] = "\a\b\t\n\v\f\r", letters[] = "abtnvfr";
		uint8_t c = bytes[i];
		const char *found = c ? strchr(short_ones, c) : NULL;
		if (c == '"' || c == '\\' || found) {
			out_char(out, '\\');
			out_char(out, found ? letters[found - short_ones] : (char)c);
		} else if (c >= ' ' && c < 0x7f) {
			out_char(out, (char)c);
		} else {
			/* Octal, with as few digits as it takes, but three where a digit follows, which would be read
			 * as a part of it. */
			bool long_form = i + 1 < size_bytes && bytes[i + 1] >= '0' && bytes[i + 1] <= '9';
			out_char(out, '\\');
			if (long_form || c >= 0100) out_char(out, (char)('0' + (c >> 6)));
			if (long_form || c >= 010) out_char(out, (char)('0' + (c >> 3 & 7)));
			out_char(out, (char)('0' + (c & 7)));
		}
	}
	out_char(out, '"');
}
