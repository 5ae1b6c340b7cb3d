/* What arguments point to, as text: structures by the rows of syscall_struct.def, arrays, what pointers in them lead
 * to, and for all else that has a form of its own the function of it (add_thing). At the end of the file: what an
 * argument pointed to before the call and after it, "[3 4] => [4]". */
#include <string.h>
#include "syscall/syscall_content.h"

/* A row of syscall_struct.def: a member at an offset of so many bytes. Rows of one structure stand together, in the
 * order in which they are shown. */
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
/* MANY_FIELDS: structures with so many fields leave out those that are 0. MOST_ELEMENTS of an array are shown.
 * MOST_DEPTH: of pointers and structures in each other, a bound for recursion. */
enum { MANY_FIELDS = 7, MOST_ELEMENTS = 16, MOST_DEPTH = 4 };

static bool add_thing(const struct syscall_writing *w, unsigned kind, struct syscall_bytes bytes, size_t read,
		      unsigned depth);

/* Decides which fields of large structures are left out. */
static bool is_zero(struct syscall_bytes bytes)
{
	for (size_t i = 0; i < bytes.size; i++)
		if (bytes.bytes[i]) return false;
	return true;
}

/* "{ .a: 1, .b: 2 }" by the rows of the kind. False: there are none. Ends at the first field that is not all there. */
static bool add_struct(const struct syscall_writing *w, unsigned kind, struct syscall_bytes bytes, unsigned depth)
{
	size_t first = 0, count = 0;
	while (first < ARRAY_SIZE(fields) && fields[first].parent != kind) first++;
	while (first + count < ARRAY_SIZE(fields) && fields[first + count].parent == kind) count++;
	if (!count) return false;
	const char *separator = " .";
	content_begin(w, "{", VALUE_OBJECT);
	for (size_t i = first; i < first + count; i++) {
		const struct field *field = &fields[i];
		/* an older kernel's structure, or a caller that gave a smaller one: it is shown as far as it goes */
		struct syscall_bytes part = content_part(bytes, field->offset, field->size);
		if (part.size < field->size) break;
		if (count >= MANY_FIELDS && is_zero(part)) continue;
		content_name(w, separator, field->name);
		separator = ", .";
		if (field->kind == SYSCALL_KIND_text) {
			content_add_text(w, part);
		} else if (field->kind == SYSCALL_KIND_capabilities) {
			/* the upper half is in the second of two structures */
			uint64_t high = content_number(w, part, 12, 4);
			syscall_write_flags(w, FLAG_SET_capability_set, high << 32 | content_number(w, part, 0, 4),
					    w->context->with_prefix);
		} else if (field->kind == SYSCALL_KIND_perf_config) {
			uint64_t type = content_number(w, bytes, 0, 4), config = content_number(w, part, 0, 8);
			if (type > 1) syscall_write_value(w, SYSCALL_KIND_hex, config);
			else syscall_write_value(w, type ? SYSCALL_KIND_perf_sw_id : SYSCALL_KIND_perf_hw_id, config);
		} else if (field->size > 8 || field->kind == SYSCALL_KIND_sigset) {
			add_thing(w, field->kind, part, SIZE_MAX, depth + 1);
		} else {
			uint64_t number = content_number(w, part, 0, field->size);
			syscall_write_value(w, field->kind,
					    field->kind == SYSCALL_KIND_dec ? content_signed(number, field->size)
									    : number);
		}
	}
	content_end(w, " }", VALUE_OBJECT);
	return true;
}

/* "[1, 2]": elements of so many bytes, each of that kind. */
static bool add_array(const struct syscall_writing *w, unsigned kind, size_t element, struct syscall_bytes bytes,
		      unsigned depth)
{
	const char *separator = "";
	size_t i = 0;
	content_begin(w, "[", VALUE_LIST);
	for (; (i + 1) * element <= bytes.size && i < MOST_ELEMENTS; i++) {
		out_str(w->out, separator);
		add_thing(w, kind, content_part(bytes, i * element, element), SIZE_MAX, depth + 1);
		separator = ", ";
	}
	content_end(w, "]", VALUE_LIST);
	return true;
}

/* What a pointer in the bytes of `read` leads to; the address itself where that was not read. */
static void add_child(const struct syscall_writing *w, size_t read, unsigned pointer_off, uint64_t pointer,
		      unsigned depth)
{
	struct syscall_bytes bytes;
	size_t child = read == SIZE_MAX ? SIZE_MAX : content_child(w, read, pointer_off);
	if (child != SIZE_MAX && content_memory(w, child, &bytes) &&
	    add_thing(w, w->reads[child].kind, bytes, child, depth + 1))
		return;
	syscall_write_value(w, SYSCALL_KIND_pointer, pointer);
}

/* argv and the like: up to the NULL pointer, at most the eight that are read. */
static bool add_text_list(const struct syscall_writing *w, struct syscall_bytes bytes, size_t read, unsigned depth)
{
	const char *separator = "";
	content_begin(w, "[", VALUE_LIST);
	for (size_t i = 0; (i + 1) * 8 <= bytes.size; i++) {
		uint64_t pointer = content_number(w, bytes, i * 8, 8);
		if (!pointer) break;
		out_str(w->out, separator);
		add_child(w, read, (unsigned)i * 8, pointer, depth);
		separator = ", ";
		if (i == 7) content_add_more(w, true);
	}
	content_end(w, "]", VALUE_LIST);
	return true;
}

/* By enum bpf_cmd. The kernel's union bpf_attr is another structure for each command (bpf(2)). Indices are the
 * commands' numbers; a command without a kind leaves the address. */
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

/* Window sizes (TIOCGWINSZ, TIOCSWINSZ) and numbers; the rest has no form here. */
static bool add_ioctl_arg(const struct syscall_writing *w, struct syscall_bytes bytes, unsigned depth)
{
	uint32_t command = (uint32_t)w->values[1];
	if (command == 0x5413 || command == 0x5414) return add_struct(w, SYSCALL_KIND_winsize, bytes, depth);
	if (bytes.size != 4 && bytes.size != 8) return false;
	content_begin(w, "[", VALUE_LIST);
	syscall_write_number(w, content_signed(content_number(w, bytes, 0, bytes.size), bytes.size), true);
	content_end(w, "]", VALUE_LIST);
	return true;
}

/* Options of SOL_SOCKET with structures (SO_LINGER, SO_RCVTIMEO_OLD, SO_SNDTIMEO_OLD), numbers of 4 bytes, else
 * text. */
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
	content_begin(w, "[", VALUE_LIST);
	syscall_write_number(w, (uint64_t)(int64_t)(int32_t)content_number(w, bytes, 0, 4), true);
	content_end(w, "]", VALUE_LIST);
	return true;
}

/* read: of these bytes, SIZE_MAX when they are a part of others. The one place that knows how every kind of memory is
 * written. A kind without a case is a structure with rows, or nothing. False: nothing was written, and the caller shows
 * the address. */
static bool add_thing(const struct syscall_writing *w, unsigned kind, struct syscall_bytes bytes, size_t read,
		      unsigned depth)
{
	if (depth > MOST_DEPTH) return false;
	switch (kind) {
	case SYSCALL_KIND_path:
	case SYSCALL_KIND_string: content_add_string(w, bytes); return true;
	case SYSCALL_KIND_string_result: content_add_text(w, bytes); return true;
	case SYSCALL_KIND_path_result:
		syscall_write_string(w, bytes.bytes, strnlen((const char *)bytes.bytes, bytes.size),
				     bytes.size == w->reads[read].most_bytes);
		return true;
	case SYSCALL_KIND_ids_32:
	case SYSCALL_KIND_ids_32_result:
	case SYSCALL_KIND_ids:
	case SYSCALL_KIND_ids_result: return add_array(w, SYSCALL_KIND_dec, 4, bytes, depth);
	case SYSCALL_KIND_buffer:
	case SYSCALL_KIND_buffer_result: return content_add_buffer(w, bytes, read, content_total(w, read));
	case SYSCALL_KIND_sockaddr:
	case SYSCALL_KIND_sockaddr_behind: return content_add_sockaddr(w, bytes);
	case SYSCALL_KIND_sigset:
		if (bytes.size < 8) return false;
		content_add_sigset(w, content_number(w, bytes, 0, 8));
		return true;
	case SYSCALL_KIND_sigset_pair: add_child(w, read, 0, content_number(w, bytes, 0, 8), depth); return true;
	case SYSCALL_KIND_timespec2: return add_array(w, SYSCALL_KIND_timespec, 16, bytes, depth);
	case SYSCALL_KIND_timespec2_32: return add_array(w, SYSCALL_KIND_timespec_32, 8, bytes, depth);
	case SYSCALL_KIND_timeval2_32: return add_array(w, SYSCALL_KIND_timeval_32, 8, bytes, depth);
	case SYSCALL_KIND_socketcall_args: return content_add_socketcall(w, bytes);
	case SYSCALL_KIND_timeval2: return add_array(w, SYSCALL_KIND_timeval, 16, bytes, depth);
	case SYSCALL_KIND_iovec: return content_add_iovec(w, bytes, read, content_limit(w, read));
	case SYSCALL_KIND_msghdr: return content_add_msghdr(w, bytes, read, content_limit(w, read));
	case SYSCALL_KIND_mmsghdr: /* with the length of what came */
		return content_add_msghdr(w, content_part(bytes, 0, 56), read,
					  w->reads[read].at_exit ? content_number(w, bytes, 56, 4) : UINT64_MAX);
	case SYSCALL_KIND_siginfo: return content_add_siginfo(w, bytes);
	case SYSCALL_KIND_pollfd_item: content_add_pollfd(w, bytes); return true;
	case SYSCALL_KIND_dirents: return content_add_dirents(w, bytes, read);
	case SYSCALL_KIND_text_list: return add_text_list(w, bytes, read, depth);
	case SYSCALL_KIND_epoll_events: return add_array(w, SYSCALL_KIND_epoll_event, 12, bytes, depth);
	case SYSCALL_KIND_epoll_events_aligned: return add_array(w, SYSCALL_KIND_epoll_event_aligned, 16, bytes, depth);
	case SYSCALL_KIND_pollfd: return add_array(w, SYSCALL_KIND_pollfd_item, 8, bytes, depth);
	case SYSCALL_KIND_sembuf: return add_array(w, SYSCALL_KIND_sembuf_item, 6, bytes, depth);
	case SYSCALL_KIND_futex_waitv: return add_array(w, SYSCALL_KIND_futex_waitv_item, 24, bytes, depth);
	case SYSCALL_KIND_fd_set:
	case SYSCALL_KIND_cpu_set:
	case SYSCALL_KIND_cpu_set_result: content_add_bits(w, bytes); return true;
	case SYSCALL_KIND_pipe_pair:
	case SYSCALL_KIND_socket_pair: return content_add_fd_pair(w, kind, bytes, read);
	case SYSCALL_KIND_int: return add_array(w, SYSCALL_KIND_dec, 4, bytes, depth);
	case SYSCALL_KIND_long: return add_array(w, SYSCALL_KIND_dec, 8, bytes, depth);
	case SYSCALL_KIND_dec:
		syscall_write_number(w, content_signed(content_number(w, bytes, 0, bytes.size), bytes.size), true);
		return true;
	case SYSCALL_KIND_wait_status:
		if (bytes.size < 4) return false;
		content_add_wait_status(w, (uint32_t)content_number(w, bytes, 0, 4));
		return true;
	case SYSCALL_KIND_bpf_attr: return add_struct(w, bpf_kind(w), bytes, depth);
	case SYSCALL_KIND_ioctl_arg: return add_ioctl_arg(w, bytes, depth);
	case SYSCALL_KIND_option_value:
	case SYSCALL_KIND_option_value_behind: return add_option_value(w, bytes, depth);
	default: return add_struct(w, kind, bytes, depth);
	}
}

/* The read of the argument's own memory, at the call's entry or exit. SIZE_MAX: there is none. */
static size_t read_of_arg(const struct syscall_writing *w, unsigned arg, bool at_exit)
{
	for (size_t i = 0; i < w->nr_reads; i++)
		if (w->reads[i].arg == arg && w->reads[i].parent == SYSCALL_READ_OF_ARG &&
		    w->reads[i].at_exit == at_exit)
			return i;
	return SIZE_MAX;
}

/* Asked by syscall_write_memory for what to show, and by syscall_format_args when only such arguments are wanted. */
bool syscall_has_written(const struct syscall_writing *w, unsigned arg)
{
	struct syscall_bytes bytes;
	/* wait4 of nobody, the child's end of clone */
	bool nothing = w->syscall->returns == SYSCALL_KIND_pid && w->context->result == 0;
	return !nothing && content_memory(w, read_of_arg(w, arg, true), &bytes);
}

/* By the kernel's types where the read is one of these, else by kind. */
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

/* What the call found, and what it left: "[3 4] => [4]"; once when both are the same, or only one was read. Each
 * attempt that turns out to be nothing is taken back, in text and values (value_back). */
bool syscall_write_memory(const struct syscall_writing *w, unsigned arg, unsigned kind)
{
	struct syscall_bytes bytes, written;
	size_t before = read_of_arg(w, arg, false), after = read_of_arg(w, arg, true), start = w->out->size;
	bool had = content_memory(w, before, &bytes),
	     has = syscall_has_written(w, arg) && content_memory(w, after, &written);
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
