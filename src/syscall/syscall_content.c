/* What arguments point to, as text. */
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include "syscall/syscall_write.h"

struct field {
	uint16_t parent, kind;
	uint16_t offset, size;
	const char *name;
};
static const struct field fields[] = {
#define FIELD(parent, name, offset, size, kind) { SYSCALL_KIND_##parent, SYSCALL_KIND_##kind, offset, size, #name },
#include "syscall/tables/syscall_struct.def"
#undef FIELD
};
enum { MANY_FIELDS = 7, MOST_ELEMENTS = 16, MOST_DEPTH = 4 };

static bool add_thing(const struct syscall_writing *w, unsigned kind, struct syscall_bytes bytes, size_t read,
		      unsigned depth);

static uint64_t number_at(const struct syscall_writing *w, struct syscall_bytes bytes, size_t offset, size_t size)
{
	if (offset > bytes.size || bytes.size - offset < size) return 0;
	struct cursor c = cursor_of(bytes.bytes + offset, size, w->context->swap);
	switch (size) {
	case 1: return cursor_u8(&c);
	case 2: return cursor_u16(&c);
	case 4: return cursor_u32(&c);
	default: return cursor_u64(&c);
	}
}

static uint64_t with_sign(uint64_t value, size_t size)
{
	if (size == 2) return (uint64_t)(int16_t)value;
	return size == 4 ? (uint64_t)(int32_t)value : value;
}

static struct syscall_bytes part_of(struct syscall_bytes bytes, size_t offset, size_t size)
{
	if (offset >= bytes.size) return (struct syscall_bytes){ bytes.bytes, 0 };
	return (struct syscall_bytes){ bytes.bytes + offset, MIN(size, bytes.size - offset) };
}

static bool is_zero(struct syscall_bytes bytes)
{
	for (size_t i = 0; i < bytes.size; i++)
		if (bytes.bytes[i]) return false;
	return true;
}

static bool memory_of(const struct syscall_writing *w, size_t read, struct syscall_bytes *ret)
{
	struct syscall_bytes bytes = { NULL, 0 };
	if (read >= w->nr_reads || !w->context->memory(w->context->ctx, (unsigned)read, &bytes)) return false;
	*ret = (struct syscall_bytes){ bytes.bytes, MIN(bytes.size, w->reads[read].most_bytes) };
	return bytes.bytes != NULL;
}

/* The read of what the pointer at that place of another one leads to. */
static size_t child_of(const struct syscall_writing *w, size_t read, unsigned pointer_off)
{
	for (size_t i = read + 1; i < w->nr_reads; i++)
		if (w->reads[i].parent == read && w->reads[i].pointer_off == pointer_off) return i;
	return SIZE_MAX;
}

/* -- groups of values: "{ .a: 1, .b: 2 }", "[1, 2]" -- */

static void begin(const struct syscall_writing *w, const char *text, enum value_group group)
{
	out_str(w->out, text);
	value_begin(w->sink, group);
}

static void end(const struct syscall_writing *w, const char *text, enum value_group group)
{
	out_str(w->out, text);
	value_end(w->sink, group);
}

/* before: what stands there in text, "{ ." or ", ." */
static void name_value(const struct syscall_writing *w, const char *before, const char *name)
{
	out_str(w->out, before);
	out_str(w->out, name);
	out_lit(w->out, ": ");
	value_name(w->sink, name);
}

static void name_number(const struct syscall_writing *w, const char *name, uint64_t number)
{
	name_value(w, ", ", name);
	syscall_write_number(w, number, false);
}

static void name_hex(const struct syscall_writing *w, const char *name, unsigned number)
{
	name_value(w, ", ", name);
	size_t start = w->out->size;
	out_printf(w->out, "%#x", number);
	syscall_write_end_text(w, start);
}

/* -- single things -- */

static void add_sigset(const struct syscall_writing *w, uint64_t set)
{
	struct outbuf *out = w->out;
	bool inverted = __builtin_popcountll(set) > 32; /* as strace: the shorter way */
	const char *separator = "";
	if (inverted) {
		value_begin(w->sink, VALUE_OBJECT);
		value_name(w->sink, "all_but");
		set = ~set;
	}
	begin(w, inverted ? "~[" : "[", VALUE_LIST);
	for (unsigned i = 0; i < 64; i++) {
		if (!(set >> i & 1)) continue;
		out_str(out, separator);
		syscall_write_flags(w, FLAG_SET_signal, i + 1, w->context->with_prefix);
		separator = " ";
	}
	end(w, "]", VALUE_LIST);
	if (inverted) value_end(w->sink, VALUE_OBJECT);
}

static void add_bits(const struct syscall_writing *w, struct syscall_bytes bytes)
{
	const char *separator = "";
	begin(w, "[", VALUE_LIST);
	for (size_t i = 0; i < bytes.size * 8; i++) {
		/* sets are arrays of long: in the other byte order bytes are found from the other end of each */
		size_t byte = w->context->swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
				      ? (i / 64) * 8 + 7 - i % 64 / 8
				      : i / 8;
		if (byte >= bytes.size || !(bytes.bytes[byte] >> i % 8 & 1)) continue;
		out_str(w->out, separator);
		syscall_write_number(w, i, false);
		separator = " ";
	}
	end(w, "]", VALUE_LIST);
}

static void add_inet(const struct syscall_writing *w, int family, struct syscall_bytes bytes, size_t address_off)
{
	char text[INET6_ADDRSTRLEN];
	unsigned port = (unsigned)bytes.bytes[2] << 8 | bytes.bytes[3];
	name_number(w, "port", port);
	name_value(w, ", ", "addr");
	size_t start = w->out->size;
	const char *address = inet_ntop(family, bytes.bytes + address_off, text, sizeof(text));
	out_str(w->out, address ? address : "?");
	syscall_write_end_text(w, start);
}

/* Abstract names begin with a NUL, and may have more. */
static void add_unix_path(const struct syscall_writing *w, const char *path, size_t size)
{
	struct outbuf *out = w->out;
	name_value(w, ", ", "path");
	size_t start = out->size;
	if (*path) {
		out_mem(out, path, strnlen(path, size));
		syscall_write_end_text(w, start);
		return;
	}
	out_char(out, '@');
	syscall_write_text(out, path + 1, size - 1);
	if (!w->sink) return;
	size_t written = out->size; /* the value is the name itself, without quotes */
	out_char(out, '@');
	out_mem(out, path + 1, size - 1);
	syscall_write_end_text(w, written);
	out->size = written;
}

static bool add_sockaddr(const struct syscall_writing *w, struct syscall_bytes bytes)
{
	if (bytes.size < 2) return false;
	unsigned family = (unsigned)number_at(w, bytes, 0, 2);
	begin(w, "", VALUE_OBJECT);
	name_value(w, "{ .", "family");
	syscall_write_flags(w, FLAG_SET_address_family, family, w->context->with_prefix);
	if (family == 1 && bytes.size > 2) {
		add_unix_path(w, (const char *)bytes.bytes + 2, bytes.size - 2);
	} else if (family == 2 && bytes.size >= 8) {
		add_inet(w, AF_INET, bytes, 4);
	} else if (family == 10 && bytes.size >= 24) {
		add_inet(w, AF_INET6, bytes, 8);
		if (bytes.size >= 28 && number_at(w, bytes, 24, 4))
			name_number(w, "scope_id", number_at(w, bytes, 24, 4));
	} else if (family == 16 && bytes.size >= 12) {
		name_number(w, "pid", number_at(w, bytes, 4, 4));
		name_hex(w, "groups", (unsigned)number_at(w, bytes, 8, 4));
	} else if (family == 17 && bytes.size >= 12) {
		name_hex(w, "protocol", (unsigned)bytes.bytes[2] << 8 | bytes.bytes[3]);
		name_value(w, ", ", "ifindex");
		syscall_write_number(w, (uint64_t)(int64_t)(int32_t)number_at(w, bytes, 4, 4), true);
	} else if (family == 40 && bytes.size >= 12) {
		name_number(w, "port", number_at(w, bytes, 4, 4));
		name_number(w, "cid", number_at(w, bytes, 8, 4));
	}
	end(w, " }", VALUE_OBJECT);
	return true;
}

static void add_word(const struct syscall_writing *w, const char *word)
{
	out_str(w->out, word);
	value_text(w->sink, word, strlen(word));
}

static void add_wait_status(const struct syscall_writing *w, uint32_t status)
{
	struct outbuf *out = w->out;
	unsigned signal = status & 0x7f;
	value_begin(w->sink, VALUE_OBJECT);
	out_lit(out, "{ ");
	value_name(w->sink, "how");
	if (status == 0xffff) {
		add_word(w, "WIFCONTINUED");
		out_lit(out, " }");
	} else if (!signal) {
		add_word(w, "WIFEXITED");
		name_number(w, "WEXITSTATUS", status >> 8 & 0xff);
		out_lit(out, " }");
	} else if (signal == 0x7f) {
		add_word(w, "WIFSTOPPED");
		name_value(w, ", ", "WSTOPSIG");
		size_t start = out->size;
		flag_set_format(FLAG_SET_signal, status >> 8 & 0x7f, true, out);
		if (status >> 8 & 0x80) out_lit(out, "|0x80"); /* a system call's stop (PTRACE_O_TRACESYSGOOD) */
		syscall_write_end_text(w, start);
		out_lit(out, " }");
	} else {
		add_word(w, "WIFSIGNALED");
		name_value(w, ", ", "WTERMSIG");
		syscall_write_flags(w, FLAG_SET_signal, signal, true);
		out_str(out, status & 0x80 ? ", WCOREDUMP }" : " }");
		value_name(w->sink, "WCOREDUMP");
		value_number(w->sink, status >> 7 & 1);
	}
	value_end(w->sink, VALUE_OBJECT);
}

static void add_number(const struct syscall_writing *w, const char *name, unsigned kind, uint64_t number)
{
	name_value(w, ", .", name);
	syscall_write_value(w, kind, number);
}

static void add_pollfd(const struct syscall_writing *w, struct syscall_bytes bytes)
{
	uint64_t found = number_at(w, bytes, 6, 2);
	value_begin(w->sink, VALUE_OBJECT);
	name_value(w, "{ .", "fd");
	syscall_write_value(w, SYSCALL_KIND_fd, number_at(w, bytes, 0, 4));
	add_number(w, "events", SYSCALL_KIND_poll_mask, number_at(w, bytes, 4, 2));
	if (found) add_number(w, "revents", SYSCALL_KIND_poll_mask, found);
	end(w, " }", VALUE_OBJECT);
}

/* Which of its fields count is for the signal and its cause to say (sigaction(2)). */
static bool add_siginfo(const struct syscall_writing *w, struct syscall_bytes bytes)
{
	enum {
		CODE_USER = 0,
		CODE_QUEUE = -1,
		CODE_TIMER = -2,
		CODE_TKILL = -6,
		EXITED = 1,
		ILL = 4,
		TRAP = 5,
		BUS = 7,
		FPE = 8,
		SEGV = 11,
		CHLD = 17
	};
	if (bytes.size < 32) return false;
	uint32_t signal = (uint32_t)number_at(w, bytes, 0, 4);
	int32_t code = (int32_t)number_at(w, bytes, 8, 4), error = (int32_t)number_at(w, bytes, 4, 4);
	if (!signal && !code && !error) { /* waitid found nobody */
		begin(w, "{ }", VALUE_OBJECT);
		end(w, "", VALUE_OBJECT);
		return true;
	}
	value_begin(w->sink, VALUE_OBJECT);
	name_value(w, "{ .", "si_signo");
	syscall_write_value(w, SYSCALL_KIND_signal, signal);
	add_number(w, "si_code", signal == CHLD && code > 0 ? SYSCALL_KIND_child_code : SYSCALL_KIND_siginfo_code,
		   (uint64_t)code);
	if (error) add_number(w, "si_errno", SYSCALL_KIND_dec, (uint64_t)error);
	if (code == CODE_TIMER) {
		add_number(w, "si_timerid", SYSCALL_KIND_dec, number_at(w, bytes, 16, 4));
		add_number(w, "si_overrun", SYSCALL_KIND_dec, number_at(w, bytes, 20, 4));
	} else if (code > 0 && (signal == ILL || signal == TRAP || signal == BUS || signal == FPE || signal == SEGV)) {
		add_number(w, "si_addr", SYSCALL_KIND_pointer, number_at(w, bytes, 16, 8));
	} else if (signal == CHLD || code == CODE_USER || code == CODE_QUEUE || code == CODE_TKILL) {
		add_number(w, "si_pid", SYSCALL_KIND_pid, number_at(w, bytes, 16, 4));
		add_number(w, "si_uid", SYSCALL_KIND_id, number_at(w, bytes, 20, 4));
	}
	if (signal == CHLD && code > 0)
		add_number(w, "si_status", code == EXITED ? SYSCALL_KIND_dec : SYSCALL_KIND_signal,
			   number_at(w, bytes, 24, 4));
	if (code == CODE_TIMER || code == CODE_QUEUE)
		add_number(w, "si_value", SYSCALL_KIND_hex, number_at(w, bytes, 24, 8));
	end(w, " }", VALUE_OBJECT);
	return true;
}

static void add_text(const struct syscall_writing *w, struct syscall_bytes bytes)
{
	syscall_write_string(w, bytes.bytes, strnlen((const char *)bytes.bytes, bytes.size), false);
}

/* A string of user memory that was read: cut when there is no end in it. */
static void add_string(const struct syscall_writing *w, struct syscall_bytes bytes)
{
	size_t size = strnlen((const char *)bytes.bytes, bytes.size);
	syscall_write_string(w, bytes.bytes, size, bytes.size && size == bytes.size);
}

static bool add_buffer(const struct syscall_writing *w, struct syscall_bytes bytes, size_t read, uint64_t total)
{
	if (bytes.size > total) bytes.size = total;
	syscall_write_string(w, bytes.bytes, bytes.size, total > bytes.size && bytes.size >= w->reads[read].most_bytes);
	return true;
}

/* -- what is made of several -- */

static bool add_struct(const struct syscall_writing *w, unsigned kind, struct syscall_bytes bytes, unsigned depth)
{
	size_t first = 0, count = 0;
	while (first < ARRAY_SIZE(fields) && fields[first].parent != kind) first++;
	while (first + count < ARRAY_SIZE(fields) && fields[first + count].parent == kind) count++;
	if (!count) return false;
	const char *separator = " .";
	begin(w, "{", VALUE_OBJECT);
	for (size_t i = first; i < first + count; i++) {
		const struct field *field = &fields[i];
		struct syscall_bytes part = part_of(bytes, field->offset, field->size);
		if (part.size < field->size) break;
		if (count >= MANY_FIELDS && is_zero(part)) continue;
		name_value(w, separator, field->name);
		separator = ", .";
		if (field->kind == SYSCALL_KIND_text) {
			add_text(w, part);
		} else if (field->kind == SYSCALL_KIND_capabilities) {
			uint64_t high = number_at(w, part, 12,
						  4); /* the upper half is in the second of two structures */
			syscall_write_flags(w, FLAG_SET_capability_set, high << 32 | number_at(w, part, 0, 4),
					    w->context->with_prefix);
		} else if (field->kind == SYSCALL_KIND_perf_config) {
			uint64_t type = number_at(w, bytes, 0, 4), config = number_at(w, part, 0, 8);
			if (type > 1) syscall_write_value(w, SYSCALL_KIND_hex, config);
			else syscall_write_value(w, type ? SYSCALL_KIND_perf_sw_id : SYSCALL_KIND_perf_hw_id, config);
		} else if (field->size > 8 || field->kind == SYSCALL_KIND_sigset) {
			add_thing(w, field->kind, part, SIZE_MAX, depth + 1);
		} else {
			uint64_t number = number_at(w, part, 0, field->size);
			syscall_write_value(w, field->kind,
					    field->kind == SYSCALL_KIND_dec ? with_sign(number, field->size) : number);
		}
	}
	end(w, " }", VALUE_OBJECT);
	return true;
}

static bool add_array(const struct syscall_writing *w, unsigned kind, size_t element, struct syscall_bytes bytes,
		      unsigned depth)
{
	const char *separator = "";
	size_t i = 0;
	begin(w, "[", VALUE_LIST);
	for (; (i + 1) * element <= bytes.size && i < MOST_ELEMENTS; i++) {
		out_str(w->out, separator);
		add_thing(w, kind, part_of(bytes, i * element, element), SIZE_MAX, depth + 1);
		separator = ", ";
	}
	end(w, "]", VALUE_LIST);
	return true;
}

/* left: how many bytes there are in all of them. */
static bool add_iovec(const struct syscall_writing *w, struct syscall_bytes bytes, size_t read, uint64_t left,
		      unsigned depth)
{
	const char *separator = "";
	begin(w, "[", VALUE_LIST);
	for (size_t i = 0; (i + 1) * 16 <= bytes.size; i++) {
		struct syscall_bytes data;
		uint64_t length = number_at(w, bytes, i * 16 + 8, 8);
		size_t child = read == SIZE_MAX ? SIZE_MAX : child_of(w, read, (unsigned)i * 16);
		out_str(w->out, separator);
		value_begin(w->sink, VALUE_OBJECT);
		name_value(w, "{ .", "iov_base");
		if (memory_of(w, child, &data)) add_buffer(w, data, child, MIN(length, left));
		else syscall_write_value(w, SYSCALL_KIND_pointer, number_at(w, bytes, i * 16, 8));
		name_value(w, ", .", "iov_len");
		syscall_write_number(w, length, false);
		end(w, " }", VALUE_OBJECT);
		separator = ", ";
		left -= MIN(left, length);
	}
	end(w, "]", VALUE_LIST);
	return true;
}

/* How much of what a read leads to counts: of what the call wrote, its result. */
static uint64_t limit_of(const struct syscall_writing *w, size_t read)
{
	bool written = read < w->nr_reads && w->reads[read].at_exit;
	if (!written) return UINT64_MAX;
	return w->context->result > 0 ? (uint64_t)w->context->result : 0;
}

static void add_child(const struct syscall_writing *w, size_t read, unsigned pointer_off, uint64_t pointer,
		      unsigned depth)
{
	struct syscall_bytes bytes;
	size_t child = read == SIZE_MAX ? SIZE_MAX : child_of(w, read, pointer_off);
	if (child != SIZE_MAX && memory_of(w, child, &bytes) &&
	    add_thing(w, w->reads[child].kind, bytes, child, depth + 1))
		return;
	syscall_write_value(w, SYSCALL_KIND_pointer, pointer);
}

static bool add_msghdr(const struct syscall_writing *w, struct syscall_bytes bytes, size_t read, uint64_t left,
		       unsigned depth)
{
	if (bytes.size < 56) return false;
	uint64_t name = number_at(w, bytes, 0, 8), control = number_at(w, bytes, 32, 8);
	begin(w, "{", VALUE_OBJECT);
	if (name) {
		name_value(w, " .", "msg_name");
		add_child(w, read, 0, name, depth);
		name_value(w, ", .", "msg_namelen");
		syscall_write_number(w, (uint64_t)(int64_t)(int32_t)number_at(w, bytes, 8, 4), true);
		out_char(w->out, ',');
	}
	name_value(w, " .", "msg_iov");
	struct syscall_bytes vector;
	size_t child = child_of(w, read, 16);
	if (!memory_of(w, child, &vector) || depth == MOST_DEPTH || !add_iovec(w, vector, child, left, depth + 1))
		syscall_write_value(w, SYSCALL_KIND_pointer, number_at(w, bytes, 16, 8));
	name_value(w, ", .", "msg_iovlen");
	syscall_write_number(w, number_at(w, bytes, 24, 8), false);
	if (control) {
		add_number(w, "msg_control", SYSCALL_KIND_pointer, control);
		name_value(w, ", .", "msg_controllen");
		syscall_write_number(w, number_at(w, bytes, 40, 8), false);
	}
	if (number_at(w, bytes, 48, 4))
		add_number(w, "msg_flags", SYSCALL_KIND_message_flags, number_at(w, bytes, 48, 4));
	end(w, " }", VALUE_OBJECT);
	return true;
}

/* The number of bytes that there are, of which some were read. */
static uint64_t total_of(const struct syscall_writing *w, size_t read)
{
	const struct syscall_read *r = &w->reads[read];
	struct syscall_bytes parent;
	switch (r->size) {
	case READ_SIZE_result: {
		uint64_t size = w->context->result > 0 ? (uint64_t)w->context->result * r->unit_bytes : 0;
		/* how much there would be, if it fitted (MSG_TRUNC, getxattr) */
		return r->unit_bytes == 1 && r->arg + 1 < w->syscall->nr_args ? MIN(size, w->values[r->arg + 1]) : size;
	}
	case READ_SIZE_arg: return w->values[r->size_source] * r->unit_bytes;
	case READ_SIZE_parent32:
	case READ_SIZE_parent64:
		return memory_of(w, r->parent, &parent)
			       ? number_at(w, parent, r->size_source, r->size == READ_SIZE_parent32 ? 4 : 8) *
					 r->unit_bytes
			       : UINT64_MAX;
	default: return UINT64_MAX;
	}
}

static bool add_fd_pair(const struct syscall_writing *w, unsigned kind, struct syscall_bytes bytes, size_t read)
{
	begin(w, "[", VALUE_LIST);
	for (unsigned i = 0; i < 2; i++) {
		char path[40];
		struct syscall_bytes inode;
		if (i) out_lit(w->out, ", ");
		value_begin(w->sink, VALUE_OBJECT);
		value_name(w->sink, "fd");
		syscall_write_number(w, (uint64_t)(int64_t)(int32_t)number_at(w, bytes, i * 4, 4), true);
		if (w->context->fd_path && memory_of(w, child_of(w, read, i * 4), &inode)) {
			snprintf(path, sizeof(path), "%s:[%llu]", kind == SYSCALL_KIND_pipe_pair ? "pipe" : "socket",
				 (unsigned long long)number_at(w, inode, 0, 8));
			out_printf(w->out, "<%s>", path);
			value_detail(w->sink, "_path", path);
		}
		value_end(w->sink, VALUE_OBJECT);
	}
	end(w, "]", VALUE_LIST);
	return true;
}

/* There are more elements than were read. */
static void add_more(const struct syscall_writing *w, bool behind_others)
{
	out_str(w->out, behind_others ? ", ..." : "...");
	value_text(w->sink, "...", 3);
}

/* Entries of a directory (struct linux_dirent64), as far as they were read whole. */
static bool add_dirents(const struct syscall_writing *w, struct syscall_bytes bytes, size_t read)
{
	enum { NAME_OFF = 19 };
	const char *separator = "";
	size_t at = 0;
	begin(w, "[", VALUE_LIST);
	while (at < bytes.size) {
		struct syscall_bytes entry = part_of(bytes, at, bytes.size - at);
		size_t size = number_at(w, entry, 16, 2);
		if (entry.size <= NAME_OFF || size <= NAME_OFF || size > entry.size) break;
		entry.size = size;
		out_str(w->out, separator);
		value_begin(w->sink, VALUE_OBJECT);
		name_value(w, "{ .", "d_ino");
		syscall_write_number(w, number_at(w, entry, 0, 8), false);
		add_number(w, "d_type", SYSCALL_KIND_dirent_type, number_at(w, entry, 18, 1));
		name_value(w, ", .", "d_name");
		add_text(w, part_of(entry, NAME_OFF, size));
		end(w, " }", VALUE_OBJECT);
		separator = ", ";
		at += size;
	}
	if (at < total_of(w, read)) add_more(w, at);
	end(w, "]", VALUE_LIST);
	return true;
}

static bool add_text_list(const struct syscall_writing *w, struct syscall_bytes bytes, size_t read, unsigned depth)
{
	const char *separator = "";
	begin(w, "[", VALUE_LIST);
	for (size_t i = 0; (i + 1) * 8 <= bytes.size; i++) {
		uint64_t pointer = number_at(w, bytes, i * 8, 8);
		if (!pointer) break;
		out_str(w->out, separator);
		add_child(w, read, (unsigned)i * 8, pointer, depth);
		separator = ", ";
		if (i == 7) add_more(w, true);
	}
	end(w, "]", VALUE_LIST);
	return true;
}

/* By enum bpf_cmd. */
static unsigned bpf_kind(const struct syscall_writing *w)
{
	static const uint16_t kinds[] = {
		SYSCALL_KIND_bpf_map_create,
		SYSCALL_KIND_bpf_map_elem,
		SYSCALL_KIND_bpf_map_elem,
		SYSCALL_KIND_bpf_map_elem,
		SYSCALL_KIND_bpf_map_elem,
		SYSCALL_KIND_bpf_prog_load,
		SYSCALL_KIND_bpf_object,
		SYSCALL_KIND_bpf_object,
		SYSCALL_KIND_bpf_attach,
		SYSCALL_KIND_bpf_attach,
		[0xb] = SYSCALL_KIND_bpf_next_id,
		[0xc] = SYSCALL_KIND_bpf_next_id,
		[0xd] = SYSCALL_KIND_bpf_by_id,
		[0xe] = SYSCALL_KIND_bpf_by_id,
		[0xf] = SYSCALL_KIND_bpf_info,
		[0x11] = SYSCALL_KIND_bpf_raw_tracepoint,
		[0x12] = SYSCALL_KIND_bpf_btf_load,
		[0x13] = SYSCALL_KIND_bpf_by_id,
		[0x15] = SYSCALL_KIND_bpf_map_elem,
		[0x16] = SYSCALL_KIND_bpf_map_freeze,
		[0x17] = SYSCALL_KIND_bpf_next_id,
		[0x1c] = SYSCALL_KIND_bpf_link,
		[0x1e] = SYSCALL_KIND_bpf_by_id,
		[0x1f] = SYSCALL_KIND_bpf_next_id,
	};
	uint64_t command = w->values[0];
	return command < ARRAY_SIZE(kinds) && kinds[command] ? kinds[command] : SYSCALL_KIND_pointer;
}

static bool add_ioctl_arg(const struct syscall_writing *w, struct syscall_bytes bytes, unsigned depth)
{
	uint32_t command = (uint32_t)w->values[1];
	if (command == 0x5413 || command == 0x5414) return add_struct(w, SYSCALL_KIND_winsize, bytes, depth);
	if (bytes.size != 4 && bytes.size != 8) return false;
	begin(w, "[", VALUE_LIST);
	syscall_write_number(w, with_sign(number_at(w, bytes, 0, bytes.size), bytes.size), true);
	end(w, "]", VALUE_LIST);
	return true;
}

/* As many as the call takes (its first argument says which it is). */
static bool add_socketcall(const struct syscall_writing *w, struct syscall_bytes bytes)
{
	static const uint8_t counts[] = { 0, 3, 3, 3, 2, 3, 3, 3, 4, 4, 4, 6, 6, 2, 5, 5, 3, 3, 4, 5, 4 };
	size_t count = w->values[0] < ARRAY_SIZE(counts) ? counts[w->values[0]] : 0;
	if (!count) return false;
	begin(w, "[", VALUE_LIST);
	for (size_t i = 0; i < count && (i + 1) * 4 <= bytes.size; i++) {
		uint64_t number = number_at(w, bytes, i * 4, 4);
		if (i) out_lit(w->out, ", ");
		if (number < 0x10000) syscall_write_number(w, number, false);
		else syscall_write_value(w, SYSCALL_KIND_hex, number);
	}
	end(w, "]", VALUE_LIST);
	return true;
}

static bool add_option_value(const struct syscall_writing *w, struct syscall_bytes bytes, unsigned depth)
{
	bool of_socket = w->values[1] == 1;
	if (of_socket && w->values[2] == 13) return add_struct(w, SYSCALL_KIND_linger, bytes, depth);
	if (of_socket && (w->values[2] == 20 || w->values[2] == 21) && bytes.size == 16)
		return add_struct(w, SYSCALL_KIND_timeval, bytes, depth);
	if (bytes.size != 4) {
		syscall_write_string(w, bytes.bytes, bytes.size, false);
		return true;
	}
	begin(w, "[", VALUE_LIST);
	syscall_write_number(w, (uint64_t)(int64_t)(int32_t)number_at(w, bytes, 0, 4), true);
	end(w, "]", VALUE_LIST);
	return true;
}

/* read: of these bytes, SIZE_MAX when they are a part of others. */
static bool add_thing(const struct syscall_writing *w, unsigned kind, struct syscall_bytes bytes, size_t read,
		      unsigned depth)
{
	if (depth > MOST_DEPTH) return false;
	switch (kind) {
	case SYSCALL_KIND_path:
	case SYSCALL_KIND_string: add_string(w, bytes); return true;
	case SYSCALL_KIND_string_result: add_text(w, bytes); return true;
	case SYSCALL_KIND_path_result:
		syscall_write_string(w, bytes.bytes, strnlen((const char *)bytes.bytes, bytes.size),
				     bytes.size == w->reads[read].most_bytes);
		return true;
	case SYSCALL_KIND_ids_32:
	case SYSCALL_KIND_ids_32_result:
	case SYSCALL_KIND_ids:
	case SYSCALL_KIND_ids_result: return add_array(w, SYSCALL_KIND_dec, 4, bytes, depth);
	case SYSCALL_KIND_buffer:
	case SYSCALL_KIND_buffer_result: return add_buffer(w, bytes, read, total_of(w, read));
	case SYSCALL_KIND_sockaddr:
	case SYSCALL_KIND_sockaddr_behind: return add_sockaddr(w, bytes);
	case SYSCALL_KIND_sigset:
		if (bytes.size < 8) return false;
		add_sigset(w, number_at(w, bytes, 0, 8));
		return true;
	case SYSCALL_KIND_sigset_pair: add_child(w, read, 0, number_at(w, bytes, 0, 8), depth); return true;
	case SYSCALL_KIND_timespec2: return add_array(w, SYSCALL_KIND_timespec, 16, bytes, depth);
	case SYSCALL_KIND_timespec2_32: return add_array(w, SYSCALL_KIND_timespec_32, 8, bytes, depth);
	case SYSCALL_KIND_timeval2_32: return add_array(w, SYSCALL_KIND_timeval_32, 8, bytes, depth);
	case SYSCALL_KIND_socketcall_args: return add_socketcall(w, bytes);
	case SYSCALL_KIND_timeval2: return add_array(w, SYSCALL_KIND_timeval, 16, bytes, depth);
	case SYSCALL_KIND_iovec: return add_iovec(w, bytes, read, limit_of(w, read), depth);
	case SYSCALL_KIND_msghdr: return add_msghdr(w, bytes, read, limit_of(w, read), depth);
	case SYSCALL_KIND_mmsghdr: /* with the length of what came */
		return add_msghdr(w, part_of(bytes, 0, 56), read,
				  w->reads[read].at_exit ? number_at(w, bytes, 56, 4) : UINT64_MAX, depth);
	case SYSCALL_KIND_siginfo: return add_siginfo(w, bytes);
	case SYSCALL_KIND_pollfd_item: add_pollfd(w, bytes); return true;
	case SYSCALL_KIND_dirents: return add_dirents(w, bytes, read);
	case SYSCALL_KIND_text_list: return add_text_list(w, bytes, read, depth);
	case SYSCALL_KIND_epoll_events: return add_array(w, SYSCALL_KIND_epoll_event, 12, bytes, depth);
	case SYSCALL_KIND_epoll_events_aligned: return add_array(w, SYSCALL_KIND_epoll_event_aligned, 16, bytes, depth);
	case SYSCALL_KIND_pollfd: return add_array(w, SYSCALL_KIND_pollfd_item, 8, bytes, depth);
	case SYSCALL_KIND_sembuf: return add_array(w, SYSCALL_KIND_sembuf_item, 6, bytes, depth);
	case SYSCALL_KIND_futex_waitv: return add_array(w, SYSCALL_KIND_futex_waitv_item, 24, bytes, depth);
	case SYSCALL_KIND_fd_set:
	case SYSCALL_KIND_cpu_set:
	case SYSCALL_KIND_cpu_set_result: add_bits(w, bytes); return true;
	case SYSCALL_KIND_pipe_pair:
	case SYSCALL_KIND_socket_pair: return add_fd_pair(w, kind, bytes, read);
	case SYSCALL_KIND_int: return add_array(w, SYSCALL_KIND_dec, 4, bytes, depth);
	case SYSCALL_KIND_long: return add_array(w, SYSCALL_KIND_dec, 8, bytes, depth);
	case SYSCALL_KIND_dec:
		syscall_write_number(w, with_sign(number_at(w, bytes, 0, bytes.size), bytes.size), true);
		return true;
	case SYSCALL_KIND_wait_status:
		if (bytes.size < 4) return false;
		add_wait_status(w, (uint32_t)number_at(w, bytes, 0, 4));
		return true;
	case SYSCALL_KIND_bpf_attr: return add_struct(w, bpf_kind(w), bytes, depth);
	case SYSCALL_KIND_ioctl_arg: return add_ioctl_arg(w, bytes, depth);
	case SYSCALL_KIND_option_value:
	case SYSCALL_KIND_option_value_behind: return add_option_value(w, bytes, depth);
	default: return add_struct(w, kind, bytes, depth);
	}
}

/* SIZE_MAX: there is none. */
static size_t read_of_arg(const struct syscall_writing *w, unsigned arg, bool at_exit)
{
	for (size_t i = 0; i < w->nr_reads; i++)
		if (w->reads[i].arg == arg && w->reads[i].parent == SYSCALL_READ_OF_ARG &&
		    w->reads[i].at_exit == at_exit)
			return i;
	return SIZE_MAX;
}

bool syscall_has_written(const struct syscall_writing *w, unsigned arg)
{
	struct syscall_bytes bytes;
	/* wait4 of nobody, the child's end of clone */
	bool nothing = w->syscall->returns == SYSCALL_KIND_pid && w->context->result == 0;
	return !nothing && memory_of(w, read_of_arg(w, arg, true), &bytes);
}

static bool add_whole(const struct syscall_writing *w, unsigned arg, unsigned kind, struct syscall_bytes bytes,
		      size_t read)
{
	return w->reads[read].kind == SYSCALL_KIND_typed ? syscall_write_typed(w, arg, bytes)
							 : add_thing(w, kind, bytes, read, 0);
}

/* What the call found, of two: "[3 4] => ". */
static bool add_before(const struct syscall_writing *w, unsigned arg, unsigned kind, struct syscall_bytes bytes,
		       size_t read)
{
	value_begin(w->sink, VALUE_OBJECT);
	value_name(w->sink, "before");
	if (!add_whole(w, arg, kind, bytes, read)) return false;
	out_lit(w->out, " => ");
	value_name(w->sink, "after");
	return true;
}

/* What the call found, and what it left: "[3 4] => [4]". */
bool syscall_write_memory(const struct syscall_writing *w, unsigned arg, unsigned kind)
{
	struct syscall_bytes bytes, written;
	size_t before = read_of_arg(w, arg, false), after = read_of_arg(w, arg, true), start = w->out->size;
	bool had = memory_of(w, before, &bytes), has = syscall_has_written(w, arg) && memory_of(w, after, &written);
	had &= kind != SYSCALL_KIND_string_result;
	/* the layout of another machine */
	size_t read = had ? before : after;
	unsigned read_kind = had || has ? w->reads[read].kind : kind;
	if (read_kind != w->syscall->args[arg].kind && kind != SYSCALL_KIND_string_result &&
	    kind != SYSCALL_KIND_string)
		kind = read_kind;
	const struct value_place place = value_place(w->sink);
	bool is_changed = false;
	if (had && has && kind != SYSCALL_KIND_pollfd) { /* which has both in it */
		bool is_same = bytes.size == written.size && memcmp(bytes.bytes, written.bytes, bytes.size) == 0;
		is_changed = !is_same && bytes.size && add_before(w, arg, kind, bytes, before);
		if (!is_changed) value_back(w->sink, &place);
	}
	if (has && add_whole(w, arg, kind, written, after)) {
		if (is_changed) value_end(w->sink, VALUE_OBJECT);
		return true;
	}
	w->out->size = start;
	value_back(w->sink, &place);
	if (had && add_whole(w, arg, kind, bytes, before)) return true;
	value_back(w->sink, &place);
	return false;
}
