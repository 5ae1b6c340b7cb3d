/* What all contents are made of: numbers, texts, groups of values with names. Each function takes bytes of memory that
 * may be too few, and writes text to w->out and the same as values to w->sink. */
#include <string.h>
#include "syscall/syscall_content.h"

/* Bytes need not be aligned. */
uint64_t content_number(const struct syscall_writing *w, struct syscall_bytes bytes, size_t offset, size_t size)
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

/* Of other sizes the number is returned as it is. */
uint64_t content_signed(uint64_t value, size_t size)
{
	if (size == 2) return (uint64_t)(int16_t)value;
	return size == 4 ? (uint64_t)(int32_t)value : value;
}

/* The result may be empty, but its pointer is always within the bytes. */
struct syscall_bytes content_part(struct syscall_bytes bytes, size_t offset, size_t size)
{
	if (offset >= bytes.size) return (struct syscall_bytes){ bytes.bytes, 0 };
	return (struct syscall_bytes){ bytes.bytes + offset, MIN(size, bytes.size - offset) };
}

/* The caller's bytes are cut to what the read may have, whatever the recording says. */
bool content_memory(const struct syscall_writing *w, size_t read, struct syscall_bytes *ret)
{
	struct syscall_bytes bytes = { NULL, 0 };
	if (read >= w->nr_reads || !w->context->memory(w->context->ctx, (unsigned)read, &bytes)) return false;
	*ret = (struct syscall_bytes){ bytes.bytes, MIN(bytes.size, w->reads[read].most_bytes) };
	return bytes.bytes != NULL;
}

/* Children stand behind their parent (syscall_reads), which is where the search begins. */
size_t content_child(const struct syscall_writing *w, size_t read, unsigned pointer_off)
{
	for (size_t i = read + 1; i < w->nr_reads; i++)
		if (w->reads[i].parent == read && w->reads[i].pointer_off == pointer_off) return i;
	return SIZE_MAX;
}

/* What a call wrote: as many bytes as it returned, none if it failed. */
uint64_t content_limit(const struct syscall_writing *w, size_t read)
{
	bool written = read < w->nr_reads && w->reads[read].at_exit;
	if (!written) return UINT64_MAX;
	return w->context->result > 0 ? (uint64_t)w->context->result : 0;
}

/* The count that decided how much was read, before it was cut to most_bytes. */
uint64_t content_total(const struct syscall_writing *w, size_t read)
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
		return content_memory(w, r->parent, &parent)
			       ? content_number(w, parent, r->size_source, r->size == READ_SIZE_parent32 ? 4 : 8) *
					 r->unit_bytes
			       : UINT64_MAX;
	default: return UINT64_MAX;
	}
}

/* Brackets and names stand in text only; the sink has groups and names of its own. Each content_begin has its
 * content_end, also where elements are missing. */
void content_begin(const struct syscall_writing *w, const char *text, enum value_group group)
{
	out_str(w->out, text);
	value_begin(w->sink, group);
}

void content_end(const struct syscall_writing *w, const char *text, enum value_group group)
{
	out_str(w->out, text);
	value_end(w->sink, group);
}

void content_name(const struct syscall_writing *w, const char *before, const char *name)
{
	out_str(w->out, before);
	out_str(w->out, name);
	out_lit(w->out, ": ");
	value_name(w->sink, name);
}

void content_name_number(const struct syscall_writing *w, const char *name, uint64_t number)
{
	content_name(w, ", ", name);
	syscall_write_number(w, number, false);
}

/* The sink gets the text: documents have no hexadecimal numbers. */
void content_name_hex(const struct syscall_writing *w, const char *name, unsigned number)
{
	content_name(w, ", ", name);
	size_t start = w->out->size;
	out_printf(w->out, "%#x", number);
	syscall_write_end_text(w, start);
}

void content_add_number(const struct syscall_writing *w, const char *name, unsigned kind, uint64_t number)
{
	content_name(w, ", .", name);
	syscall_write_value(w, kind, number);
}

void content_add_text(const struct syscall_writing *w, struct syscall_bytes bytes)
{
	syscall_write_string(w, bytes.bytes, strnlen((const char *)bytes.bytes, bytes.size), false);
}

/* What has no NUL within what was read goes on in the program. */
void content_add_string(const struct syscall_writing *w, struct syscall_bytes bytes)
{
	size_t size = strnlen((const char *)bytes.bytes, bytes.size);
	syscall_write_string(w, bytes.bytes, size, bytes.size && size == bytes.size);
}

/* Cut is what was read up to its bound while the program has more. Fewer bytes than that are all that could be had. */
bool content_add_buffer(const struct syscall_writing *w, struct syscall_bytes bytes, size_t read, uint64_t total)
{
	if (bytes.size > total) bytes.size = total;
	syscall_write_string(w, bytes.bytes, bytes.size, total > bytes.size && bytes.size >= w->reads[read].most_bytes);
	return true;
}

void content_add_more(const struct syscall_writing *w, bool behind_others)
{
	out_str(w->out, behind_others ? ", ..." : "...");
	value_text(w->sink, "...", 3);
}
