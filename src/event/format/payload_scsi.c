/* SCSI commands in payloads: where blocks are read, written or checked (SBC-4: command descriptor blocks).
 *
 *     28 00 00 00 08 00 00 00 08 00     READ(10): "lba=2048 txlen=8 protect=0"
 *
 * Texts are those of the kernel's scsi_trace_parse_cdb, which formats of the system "scsi" call. Commands of one shape
 * are a row of layouts; a code that is not there prints "-". */
#include "event/format/payload.h"

/* Where a command has its numbers: offsets and sizes of big-endian numbers in its bytes; size 0: it has none. */
struct layout {
	uint8_t code, lba, lba_size, length, length_size;
	bool protect, unmap; /* bits 5 to 7, and bit 3, of byte 1 */
};

static const struct layout layouts[] = {
	{ 0x08, 1, 3, 4, 1, false, false }, { 0x0a, 1, 3, 4, 1, false, false }, /* READ(6), WRITE(6) */
	{ 0x28, 2, 4, 7, 2, true, false },  { 0x2a, 2, 4, 7, 2, true, false },
	{ 0x2f, 2, 4, 7, 2, true, false }, /* READ, WRITE, VERIFY(10) */
	{ 0x41, 2, 4, 7, 2, true, true },  /* WRITE SAME(10) */
	{ 0xa8, 2, 4, 6, 4, true, false },  { 0xaa, 2, 4, 6, 4, true, false },
	{ 0xaf, 2, 4, 6, 4, true, false }, /* of 12 bytes */
	{ 0x88, 2, 8, 10, 4, true, false }, { 0x8a, 2, 8, 10, 4, true, false },
	{ 0x8f, 2, 8, 10, 4, true, false }, /* of 16 bytes */
	{ 0x93, 2, 8, 10, 4, true, true },  /* WRITE SAME(16) */
};
/* Operation codes with a layout of their own; the 21 bits of a block address in 6-byte commands. */
enum { UNMAP = 0x42, SERVICE_ACTION_IN_16 = 0x9e, VARIABLE_LENGTH = 0x7f, LBA_MASK_6 = 0x1fffff };

/* A command's bytes as recorded; they may be fewer than its operation code needs. */
struct command {
	const uint8_t *bytes;
	size_t size;
};

/* What is behind the end counts as 0. */
static uint64_t number(const struct command *command, size_t at, size_t size)
{
	uint64_t v = 0;
	for (size_t i = at; i < at + size; i++) v = v << 8 | (i < command->size ? command->bytes[i] : 0);
	return v;
}

/* A name with its '=' and what is in front of it, and the number. */
static void add(struct outbuf *out, const char *name, uint64_t value)
{
	out_str(out, name);
	out_dec(out, value, 0);
}

/* SERVICE ACTION IN(16): the lowest five bits of byte 1 say which. */
static void print_service_action(const struct command *command, struct outbuf *out)
{
	uint64_t action = number(command, 1, 1) & 31;
	if (action != 0x10 && action != 0x12) {
		out_lit(out, "UNKNOWN");
		return;
	}
	out_str(out, action == 0x10 ? "READ_CAPACITY_16" : "GET_LBA_STATUS");
	add(out, " lba=", number(command, 2, 8));
	add(out, " alloc_len=", number(command, 10, 4));
}

/* Commands of 32 bytes: bytes 8 and 9 say which. */
static void print_variable_length(const struct command *command, struct outbuf *out)
{
	static const struct {
		uint8_t action;
		const char *name;
	} actions[] = { { 9, "READ" }, { 10, "VERIFY" }, { 11, "WRITE" }, { 13, "WRITE_SAME" } };
	uint64_t action = number(command, 8, 2);
	for (size_t i = 0; i < ARRAY_SIZE(actions); i++) {
		if (actions[i].action != action) continue;
		out_str(out, actions[i].name);
		add(out, "_32 lba=", number(command, 12, 8));
		add(out, " txlen=", number(command, 28, 4));
		add(out, " protect=", number(command, 10, 1) >> 5);
		add(out, " ei_lbrt=", number(command, 20, 4));
		if (action == 13) add(out, " unmap=", number(command, 10, 1) >> 3 & 1);
		return;
	}
	out_char(out, '-');
}

void payload_print_scsi(const uint8_t *bytes, size_t size_bytes, struct outbuf *out)
{
	const struct command command = { bytes, size_bytes };
	uint64_t code = number(&command, 0, 1);
	if (size_bytes && code == SERVICE_ACTION_IN_16) {
		print_service_action(&command, out);
		return;
	}
	if (size_bytes && code == VARIABLE_LENGTH) {
		print_variable_length(&command, out);
		return;
	}
	/* an 8-byte header, then 16 bytes a region; SBC-4, UNMAP parameter list */
	if (size_bytes && code == UNMAP) {
		uint64_t length = number(&command, 7, 2);
		add(out, "regions=", length > 8 ? (length - 8) / 16 : 0);
		return;
	}
	for (size_t i = 0; size_bytes && i < ARRAY_SIZE(layouts); i++) {
		const struct layout *l = &layouts[i];
		if (l->code != code) continue;
		uint64_t lba = number(&command, l->lba, l->lba_size);
		add(out, "lba=", l->lba_size == 3 ? lba & LBA_MASK_6 : lba);
		add(out, " txlen=", number(&command, l->length, l->length_size));
		if (l->protect) add(out, " protect=", number(&command, 1, 1) >> 5);
		if (l->unmap) add(out, " unmap=", number(&command, 1, 1) >> 3 & 1);
		return;
	}
	out_char(out, '-');
}
