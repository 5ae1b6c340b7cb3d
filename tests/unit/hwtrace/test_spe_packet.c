/* Packets of the Arm Statistical Profiling Extension: bytes, values and text, as upstream's dump shows them. */
#include "tests/unit/test.h"

#include <errno.h>
#include "base/compiler.h"
#include "hwtrace/arm_spe/spe_data_source.h"

struct row {
	uint8_t bytes[10];
	unsigned size;
	const char *text;
};

/* The bytes are the packet of this text, and with a byte less they are no packet yet. */
static void check(const struct row *row)
{
	struct spe_packet packet;
	char text[SPE_PACKET_TEXT_BYTES];
	CHECK_INT(spe_packet_decode(row->bytes, row->bytes + row->size, 0, &packet), 0);
	CHECK_INT(packet.size, row->size);
	spe_packet_text(&packet, text, sizeof(text));
	CHECK_STR(text, row->text);
	if (row->size < 2) return;
	CHECK_INT(spe_packet_decode(row->bytes, row->bytes + row->size - 1, 0, &packet), -ENODATA);
	CHECK_INT(packet.type, SPE_BAD);
	CHECK_INT(packet.size, 1);
}

TEST(packets)
{
	static const struct row rows[] = {
		{ { 0x00 }, 1, "PAD" },
		{ { 0x01 }, 1, "END" },
		{ { 0x71, 0xaa, 0xbb, 0x0d }, 9, "TS 900010" },
		{ { 0x52, 0x16, 0x00 }, 3, "EV RETIRED L1D-ACCESS TLB-ACCESS" },
		{ { 0x62, 0, 0, 6, 0 }, 5, "EV SVE-PARTIAL-PRED SVE-EMPTY-PRED" },
		{ { 0x53, 0x34, 0x12 }, 3, "DATA-SOURCE 4660" },
		{ { 0x64, 0x92, 0x10 }, 5, "CONTEXT 0x1092 el1" },
		{ { 0x48, 0x0e }, 2, "SVE-OTHER EVLEN 32 FP PRED" },
		{ { 0x49, 0x1f }, 2, "ST AT EXCL AR" },
		{ { 0x49, 0xf8 }, 2, "LD EVLEN 4096 SG" },
		{ { 0x4a, 0x1b }, 2, "B COND IND CR-NON-BL-RET" },
		{ { 0x4b, 0x04 }, 2, "OP-TYPE 0x4 (3)" },
		{ { 0xb0, 0x23, 1, 0x40, 0, 0, 0, 0, 0xc0 }, 9, "PC 0x400123 el2 ns=1" },
		{ { 0xb3, 0x23, 1, 0, 0, 0, 0, 0, 0xcb }, 9, "PA 0x123 ns=1 ch=1 pat=b" },
		{ { 0x23, 0xb7, 2 }, 10, "ADDR 0x2 (31)" },
		{ { 0x9a, 0x05, 0x00 }, 3, "LAT 5 XLAT" },
		{ { 0x21, 0x9a, 0x05, 0x00 }, 4, "LAT 5 " },
	};
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) check(&rows[i]);
}

TEST(bytes_that_are_no_packet)
{
	static const uint8_t bad[][2] = { { 0x02 }, { 0xff }, { 0x40 }, { 0x70 }, { 0x24 }, { 0x20, 0x71 } };
	struct spe_packet packet;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		CHECK_INT(spe_packet_decode(bad[i], bad[i] + 2, 0, &packet), -EBADMSG);
		CHECK_INT(packet.type, SPE_BAD);
		CHECK_INT(packet.size, 1);
	}
}

/* Alignment reaches up to a multiple that its header says, counted from the beginning of the buffer. */
TEST(alignment)
{
	static const uint8_t bytes[17] = { 0x22 };
	struct spe_packet packet;
	static const uint8_t sizes[] = { 8, 7, 6, 5, 4, 3, 2, 2 };
	for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++) {
		CHECK_INT(spe_packet_decode(bytes, bytes + sizeof(bytes), 64 + i, &packet), 0);
		CHECK_INT(packet.type, SPE_PAD);
		CHECK_INT(packet.size, sizes[i]);
	}
	CHECK_INT(spe_packet_decode(bytes, bytes + 7, 0, &packet), -ENODATA);
}

/* A load that missed the first level, and one more byte that is none in the record behind it. */
TEST(records)
{
	static const uint8_t bytes[] = { 0xb0, 0x00, 0x00, 0x08, 0x80, 0xff, 0xff, 0xff, 0xa0, /* PC, EL1 */
					 0x49, 0x00, 0x52, 0x0c, 0x00, 0x98, 0x0a, 0x00, 0x64, 0x92, 0x10,
					 0x00, 0x00,                                                       /* LD */
					 0x43, 0x0e, 0xb2, 0x00, 0x10, 0x00, 0x00, 0x00, 0x00, 0x00, 0x12, /* VA */
					 0x71, 0x05, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x49, 0x00,
					 0xff, 0x49, 0x01, 0x01, 0x49 };
	struct spe_record record;
	bool whole;
	size_t used = spe_record_decode(bytes, bytes + sizeof(bytes), 0, &record, &whole);
	CHECK(whole);
	CHECK_INT(used, sizeof(bytes) - 7);
	CHECK(record.ip == 0xffffffff80080000);
	CHECK(record.is_load && !record.is_store && record.has_context && record.has_timestamp);
	CHECK_INT(record.data_address, 0x1000);
	CHECK_INT(record.latency_cycles, 10);
	CHECK_INT(record.context, 0x1092);
	CHECK_INT(record.timestamp, 5);
	CHECK_INT(spe_data_source(&record, 0), 0x182);
	CHECK_INT(spe_data_source(&record, 0x410fd0c0), 0x1a00101042);
	size_t rest = spe_record_decode(bytes + used, bytes + sizeof(bytes), used, &record, &whole);
	CHECK(whole && record.is_store && !record.is_load);
	CHECK_INT(rest, 6);
	CHECK_INT(spe_record_decode(bytes + used + rest, bytes + sizeof(bytes), 0, &record, &whole), 1);
	CHECK(!whole);
}

TEST_MAIN
