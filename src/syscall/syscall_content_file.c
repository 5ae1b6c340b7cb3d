/* What calls on descriptors have in memory: vectors of buffers, pairs and sets of descriptors, entries of directories.
 */
#include <stdio.h>
#include "syscall/syscall_content.h"

/* struct iovec of 64-bit programs: base and length, 8 bytes each. limit is used up from buffer to buffer, as readv(2)
 * fills them in order. */
bool content_add_iovec(const struct syscall_writing *w, struct syscall_bytes bytes, size_t read, uint64_t limit)
{
	const char *separator = "";
	content_begin(w, "[", VALUE_LIST);
	for (size_t i = 0; (i + 1) * 16 <= bytes.size; i++) {
		struct syscall_bytes data;
		uint64_t length = content_number(w, bytes, i * 16 + 8, 8);
		size_t child = read == SIZE_MAX ? SIZE_MAX : content_child(w, read, (unsigned)i * 16);
		out_str(w->out, separator);
		value_begin(w->sink, VALUE_OBJECT);
		content_name(w, "{ .", "iov_base");
		if (content_memory(w, child, &data)) content_add_buffer(w, data, child, MIN(length, limit));
		else syscall_write_value(w, SYSCALL_KIND_pointer, content_number(w, bytes, i * 16, 8));
		content_name(w, ", .", "iov_len");
		syscall_write_number(w, length, false);
		content_end(w, " }", VALUE_OBJECT);
		separator = ", ";
		limit -= MIN(limit, length);
	}
	content_end(w, "]", VALUE_LIST);
	return true;
}

/* "[3<pipe:[1234]>, 4<pipe:[1234]>]", as /proc/PID/fd names what they lead to. */
bool content_add_fd_pair(const struct syscall_writing *w, unsigned kind, struct syscall_bytes bytes, size_t read)
{
	content_begin(w, "[", VALUE_LIST);
	for (unsigned i = 0; i < 2; i++) {
		char path[40];
		struct syscall_bytes inode;
		if (i) out_lit(w->out, ", ");
		value_begin(w->sink, VALUE_OBJECT);
		value_name(w->sink, "fd");
		syscall_write_number(w, (uint64_t)(int64_t)(int32_t)content_number(w, bytes, i * 4, 4), true);
		if (w->context->fd_path && content_memory(w, content_child(w, read, i * 4), &inode)) {
			snprintf(path, sizeof(path), "%s:[%llu]", kind == SYSCALL_KIND_pipe_pair ? "pipe" : "socket",
				 (unsigned long long)content_number(w, inode, 0, 8));
			out_printf(w->out, "<%s>", path);
			value_detail(w->sink, "_path", path);
		}
		value_end(w->sink, VALUE_OBJECT);
	}
	content_end(w, "]", VALUE_LIST);
	return true;
}

/* Bit 0 first. As fd_set and cpu_set_t are: arrays of unsigned long. */
void content_add_bits(const struct syscall_writing *w, struct syscall_bytes bytes)
{
	const char *separator = "";
	content_begin(w, "[", VALUE_LIST);
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
	content_end(w, "]", VALUE_LIST);
}

/* struct pollfd (poll(2)): fd at 0, events at 4, revents at 6, which the kernel fills in: one text shows what was asked
 * and what came. */
void content_add_pollfd(const struct syscall_writing *w, struct syscall_bytes bytes)
{
	uint64_t found = content_number(w, bytes, 6, 2);
	value_begin(w->sink, VALUE_OBJECT);
	content_name(w, "{ .", "fd");
	syscall_write_value(w, SYSCALL_KIND_fd, content_number(w, bytes, 0, 4));
	content_add_number(w, "events", SYSCALL_KIND_poll_mask, content_number(w, bytes, 4, 2));
	if (found) content_add_number(w, "revents", SYSCALL_KIND_poll_mask, found);
	content_end(w, " }", VALUE_OBJECT);
}

/* struct linux_dirent64 (getdents64(2)): d_ino at 0, d_reclen at 16, d_type at 18, the name at 19. Stops at an entry
 * that is cut or whose length makes no sense. */
bool content_add_dirents(const struct syscall_writing *w, struct syscall_bytes bytes, size_t read)
{
	enum { NAME_OFF = 19 };
	const char *separator = "";
	size_t at = 0;
	content_begin(w, "[", VALUE_LIST);
	while (at < bytes.size) {
		struct syscall_bytes entry = content_part(bytes, at, bytes.size - at);
		size_t size = content_number(w, entry, 16, 2);
		if (entry.size <= NAME_OFF || size <= NAME_OFF || size > entry.size) break;
		entry.size = size;
		out_str(w->out, separator);
		value_begin(w->sink, VALUE_OBJECT);
		content_name(w, "{ .", "d_ino");
		syscall_write_number(w, content_number(w, entry, 0, 8), false);
		content_add_number(w, "d_type", SYSCALL_KIND_dirent_type, content_number(w, entry, 18, 1));
		content_name(w, ", .", "d_name");
		content_add_text(w, content_part(entry, NAME_OFF, size));
		content_end(w, " }", VALUE_OBJECT);
		separator = ", ";
		at += size;
	}
	if (at < content_total(w, read)) content_add_more(w, at);
	content_end(w, "]", VALUE_LIST);
	return true;
}
