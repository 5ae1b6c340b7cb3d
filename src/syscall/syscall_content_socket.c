/* Addresses and messages of sockets. */
#include <arpa/inet.h>
#include <string.h>
#include "syscall/syscall_content.h"

/* Port and address, which are in network byte order wherever they are read. */
static void add_inet(const struct syscall_writing *w, int family, struct syscall_bytes bytes, size_t address_off)
{
	char text[INET6_ADDRSTRLEN];
	unsigned port = (unsigned)bytes.bytes[2] << 8 | bytes.bytes[3];
	content_name_number(w, "port", port);
	content_name(w, ", ", "addr");
	size_t start = w->out->size;
	/* the caller has checked that there are 4 or 16 bytes */
	const char *address = inet_ntop(family, bytes.bytes + address_off, text, sizeof(text));
	out_str(w->out, address ? address : "?");
	syscall_write_end_text(w, start);
}

/* Abstract names begin with a NUL, and may have more. Names of files end at the NUL or at the end of the bytes. */
static void add_unix_path(const struct syscall_writing *w, const char *path, size_t size)
{
	struct outbuf *out = w->out;
	content_name(w, ", ", "path");
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

/* By family: 1 AF_UNIX, 2 AF_INET, 10 AF_INET6, 16 AF_NETLINK, 17 AF_PACKET, 40 AF_VSOCK; of others only the family is
 * shown. Offsets are those of the structures in the UAPI headers. */
bool content_add_sockaddr(const struct syscall_writing *w, struct syscall_bytes bytes)
{
	if (bytes.size < 2) return false;
	unsigned family = (unsigned)content_number(w, bytes, 0, 2);
	content_begin(w, "", VALUE_OBJECT);
	content_name(w, "{ .", "family");
	syscall_write_flags(w, FLAG_SET_address_family, family, w->context->with_prefix);
	if (family == 1 && bytes.size > 2) {
		add_unix_path(w, (const char *)bytes.bytes + 2, bytes.size - 2);
	} else if (family == 2 && bytes.size >= 8) {
		add_inet(w, AF_INET, bytes, 4);
	} else if (family == 10 && bytes.size >= 24) {
		add_inet(w, AF_INET6, bytes, 8);
		if (bytes.size >= 28 && content_number(w, bytes, 24, 4))
			content_name_number(w, "scope_id", content_number(w, bytes, 24, 4));
	} else if (family == 16 && bytes.size >= 12) {
		content_name_number(w, "pid", content_number(w, bytes, 4, 4));
		content_name_hex(w, "groups", (unsigned)content_number(w, bytes, 8, 4));
	} else if (family == 17 && bytes.size >= 12) {
		content_name_hex(w, "protocol", (unsigned)bytes.bytes[2] << 8 | bytes.bytes[3]);
		content_name(w, ", ", "ifindex");
		syscall_write_number(w, (uint64_t)(int64_t)(int32_t)content_number(w, bytes, 4, 4), true);
	} else if (family == 40 && bytes.size >= 12) {
		content_name_number(w, "port", content_number(w, bytes, 4, 4));
		content_name_number(w, "cid", content_number(w, bytes, 8, 4));
	}
	content_end(w, " }", VALUE_OBJECT);
	return true;
}

/* The address that a message goes to or came from; pointer: where it is, when it was not read. */
static void add_address(const struct syscall_writing *w, size_t read, uint64_t pointer)
{
	struct syscall_bytes bytes;
	if (!content_memory(w, read, &bytes) || !content_add_sockaddr(w, bytes))
		syscall_write_value(w, SYSCALL_KIND_pointer, pointer);
}

/* struct msghdr of 64-bit programs: 56 bytes, msg_name at 0, msg_iov at 16, msg_control at 32, msg_flags at 48.
 * Pointers that were not read are shown as addresses. Control messages always are: their form depends on the protocol.
 */
bool content_add_msghdr(const struct syscall_writing *w, struct syscall_bytes bytes, size_t read, uint64_t limit)
{
	if (bytes.size < 56) return false;
	uint64_t name = content_number(w, bytes, 0, 8), control = content_number(w, bytes, 32, 8);
	content_begin(w, "{", VALUE_OBJECT);
	if (name) {
		content_name(w, " .", "msg_name");
		add_address(w, content_child(w, read, 0), name);
		content_name(w, ", .", "msg_namelen");
		syscall_write_number(w, (uint64_t)(int64_t)(int32_t)content_number(w, bytes, 8, 4), true);
		out_char(w->out, ',');
	}
	content_name(w, " .", "msg_iov");
	struct syscall_bytes vector;
	size_t child = content_child(w, read, 16);
	if (!content_memory(w, child, &vector) || !content_add_iovec(w, vector, child, limit))
		syscall_write_value(w, SYSCALL_KIND_pointer, content_number(w, bytes, 16, 8));
	content_name(w, ", .", "msg_iovlen");
	syscall_write_number(w, content_number(w, bytes, 24, 8), false);
	if (control) {
		content_add_number(w, "msg_control", SYSCALL_KIND_pointer, control);
		content_name(w, ", .", "msg_controllen");
		syscall_write_number(w, content_number(w, bytes, 40, 8), false);
	}
	if (content_number(w, bytes, 48, 4))
		content_add_number(w, "msg_flags", SYSCALL_KIND_message_flags, content_number(w, bytes, 48, 4));
	content_end(w, " }", VALUE_OBJECT);
	return true;
}

/* counts: arguments of each call, by its number in linux/net.h (SYS_SOCKET is 1). They are 32-bit words. */
bool content_add_socketcall(const struct syscall_writing *w, struct syscall_bytes bytes)
{
	static const uint8_t counts[] = { 0, 3, 3, 3, 2, 3, 3, 3, 4, 4, 4, 6, 6, 2, 5, 5, 3, 3, 4, 5, 4 };
	size_t count = w->values[0] < ARRAY_SIZE(counts) ? counts[w->values[0]] : 0;
	if (!count) return false;
	content_begin(w, "[", VALUE_LIST);
	for (size_t i = 0; i < count && (i + 1) * 4 <= bytes.size; i++) {
		uint64_t number = content_number(w, bytes, i * 4, 4);
		if (i) out_lit(w->out, ", ");
		if (number < 0x10000) syscall_write_number(w, number, false);
		else syscall_write_value(w, SYSCALL_KIND_hex, number);
	}
	content_end(w, "]", VALUE_LIST);
	return true;
}
