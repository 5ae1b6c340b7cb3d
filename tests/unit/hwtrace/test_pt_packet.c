/* Packets of Intel PT: bytes, values and text, as upstream's dump shows them. */
#include "tests/unit/test.h"

#include <errno.h>
#include "base/compiler.h"
#include "hwtrace/intel_pt/pt_packet.h"

static unsigned hex(const char *text, uint8_t *to)
{
	unsigned n = 0;
	for (unsigned byte; sscanf(text, "%2x", &byte) == 1; text += 2, text += *text == ' ') to[n++] = (uint8_t)byte;
	return n;
}

/* The bytes are the packet of this text; decoded, encoded and decoded again they are the same, and with a byte less
 * they are no packet yet. */
static void check(const char *bytes, const char *text, unsigned block_bytes)
{
	uint8_t code[32], again[PT_PACKET_MAX_BYTES] = { 0 };
	unsigned size = hex(bytes, code);
	struct pt_packet packet;
	char said[PT_PACKET_TEXT_BYTES];
	CHECK_INT(pt_packet_decode(code, code + size, block_bytes, &packet), 0);
	CHECK_INT(packet.size, size);
	pt_packet_text(&packet, said, sizeof(said));
	CHECK_STR(said, text);
	CHECK_INT(pt_packet_encode(&packet, again), size);
	CHECK(memcmp(code, again, size) == 0);
	CHECK_INT(pt_packet_decode(code, code + size - 1, block_bytes, &packet), -ENODATA);
}

TEST(packets)
{
	static const char *const rows[][2] = {
		{ "00", "PAD" },
		{ "04", "TNT N (1)" },
		{ "60", "TNT TNNNN (5)" },
		{ "fe", "TNT TTTTTT (6)" },
		{ "02 a3 80 00 00 00 00 80", "TNT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNTNNNNNNN (47)" },
		{ "02 a3 01 02 03 04 05 06", "TNT TNNNNNNTNTNNNNNTNNNNNNNNTTNNNNNNTNNNNNNNNT (42)" },
		{ "02 82 02 82 02 82 02 82 02 82 02 82 02 82 02 82", "PSB" },
		{ "99 01", "MODE.Exec IF:0 64" },
		{ "99 02", "MODE.Exec IF:0 32" },
		{ "99 04", "MODE.Exec IF:1 16" },
		{ "99 20", "MODE.TSX TXAbort:0 InTX:0" },
		{ "99 22", "MODE.TSX TXAbort:1 InTX:0" },
		{ "02 23", "PSBEND" },
		{ "02 03 2a 00", "CBR 0x2a" },
		{ "02 73 34 12 00 56 01", "TMA CTC 0x1234 FC 0x156" },
		{ "59 7f", "MTC 0x7f" },
		{ "19 11 22 33 44 55 66 77", "TSC 0x77665544332211" },
		{ "03", "CYC 0x0" },
		{ "07 ff 02", "CYC 0x1fe0" },
		{ "0d", "TIP no ip" },
		{ "2d 11 22", "TIP 0x2211" },
		{ "4d 11 22 33 44", "TIP 0x44332211" },
		{ "6d 11 22 33 44 55 66", "TIP 0x665544332211" },
		{ "8d 11 22 33 44 55 66", "TIP 0x665544332211" },
		{ "cd 11 22 33 44 55 66 77 88", "TIP 0x8877665544332211" },
		{ "11", "TIP.PGE no ip" },
		{ "01", "TIP.PGD no ip" },
		{ "3d 01 02", "FUP 0x201" },
		{ "02 43 11 22 33 44 55 66", "PIP 0x332aa2199108 (NR=1)" },
		{ "02 c8 11 22 33 44 55", "VMCS 0x5544332211" },
		{ "02 f3", "OVF" },
		{ "02 83", "TraceSTOP" },
		{ "02 c3 88 11 22 33 44 55 66 77 88", "MNT 0x8877665544332211" },
		{ "02 12 11 22 33 44", "PTWRITE 0x44332211 IP:0" },
		{ "02 b2 11 22 33 44 55 66 77 88", "PTWRITE 0x8877665544332211 IP:1" },
		{ "02 62", "EXSTOP IP:0" },
		{ "02 e2", "EXSTOP IP:1" },
		{ "02 c2 11 22 33 44 55 66 77 88", "MWAIT 0x8877665544332211 Hints 0x11 Extensions 0x1" },
		{ "02 22 81 34", "PWRE 0x3481 HW:1 CState:3 Sub-CState:4" },
		{ "02 a2 01 02 03 04 05", "PWRX 0x504030201 Last CState:0 Deepest CState:1 Wake Reason 0x2" },
		{ "02 63 04", "BBP SZ 8-byte Type 0x4" },
		{ "02 63 85", "BBP SZ 4-byte Type 0x5" },
		{ "02 33", "BEP IP:0" },
		{ "02 b3", "BEP IP:1" },
		{ "02 13 01 02", "CFE IP:0 Type 0x01 Vector 0x2" },
		{ "02 53 01 02 03 04 05 06 07 08 09", "EVD Type 0x01 Payload 0x908070605040302" },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) check(rows[i][0], rows[i][1], 0);
	check("0c 11 22 33 44 55 66 77 88", "BIP ID 0x01 Value 0x8877665544332211", 8);
	check("3c 11 22 33 44", "BIP ID 0x07 Value 0x44332211", 4);
	check("08", "TNT NN (2)", 4);
}

TEST(no_packets)
{
	static const char *const rows[] = { "ad 01 02 03 04 05 06 07 08",
					    "ed 01",
					    "99 03",
					    "99 60",
					    "02 b4",
					    "d9 00",
					    "05 00",
					    "02 c3 89 11 22 33 44 55 66 77 88",
					    "ff ff ff ff ff ff ff ff ff ff ff 00",
					    "02 82 02 82 02 82 02 82 02 82 02 82 02 82 02 83",
					    "02 82 00" };
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		uint8_t code[32];
		unsigned size = hex(rows[i], code);
		struct pt_packet packet;
		CHECK_INT(pt_packet_decode(code, code + size, 0, &packet), -EBADMSG);
		CHECK_INT(packet.type, PT_BAD);
		CHECK_INT(packet.size, 1);
	}
}

/* An abbreviated address is made whole from the one before; the encoder takes the shortest form that tells it. */
TEST(addresses)
{
	static const struct {
		uint64_t ip;
		unsigned bytes;
	} rows[] = {
		{ 0x401000, PT_IP_32 },
		{ 0x401fff, PT_IP_16 },
		{ 0x7ffff7dd1234, PT_IP_48_EXTENDED },
		{ 0x7ffff7dd1235, PT_IP_16 },
		{ 0xffffffff81000000, PT_IP_48_EXTENDED },
		{ 0xff00000000000001, PT_IP_64 },
		{ 0xff00000000000001, PT_IP_16 },
	};
	uint64_t written = 0, read = 0;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct pt_packet packet = pt_packet_of_ip(PT_FUP, rows[i].ip, &written);
		uint8_t code[PT_PACKET_MAX_BYTES];
		unsigned size = pt_packet_encode(&packet, code);
		CHECK_INT(packet.count, rows[i].bytes);
		CHECK_INT(pt_packet_decode(code, code + size, 0, &packet), 0);
		CHECK(pt_packet_ip(&packet, &read));
		CHECK_INT(read, rows[i].ip);
	}
	struct pt_packet none = { .type = PT_TIP, .count = PT_IP_NONE };
	CHECK(!pt_packet_ip(&none, &read));
	CHECK_INT(read, 0xff00000000000001);
	struct pt_packet low = { .type = PT_TIP, .count = PT_IP_48, .payload = 0x112233445566 };
	CHECK(pt_packet_ip(&low, &read));
	CHECK_INT(read, 0xff00112233445566);
}

/* Forwards the first, backwards the last; a PSB that is cut is none. */
TEST(psb)
{
	uint8_t bytes[64] = { 0 };
	for (unsigned i = 0; i < 16; i += 2) bytes[5 + i] = bytes[30 + i] = 2, bytes[6 + i] = bytes[31 + i] = 0x82;
	const uint8_t *end = bytes + sizeof(bytes);
	CHECK(pt_packet_find_psb(bytes, end) == bytes + 5);
	CHECK(pt_packet_find_psb(bytes + 6, end) == bytes + 30);
	CHECK(!pt_packet_find_psb(bytes + 31, end));
	CHECK(!pt_packet_find_psb(bytes + 6, bytes + 45));
	CHECK(pt_packet_find_psb_before(bytes, end, end) == bytes + 30);
	CHECK(pt_packet_find_psb_before(bytes, bytes + 30, end) == bytes + 5);
	CHECK(!pt_packet_find_psb_before(bytes + 6, bytes + 30, end));
}

/* Whatever the bytes are: within them, of at least one byte, and the text ends. */
TEST(any_bytes)
{
	uint32_t seed = 1;
	for (unsigned round = 0; round < 200000; round++) {
		uint8_t code[24], *end = code + sizeof(code);
		for (unsigned i = 0; i < sizeof(code); i++)
			code[i] = (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
		code[0] = round & 1 ? 2 : code[0];
		struct pt_packet packet;
		unsigned block = round % 3 * 4;
		int rc = pt_packet_decode(code, end, block, &packet);
		if (rc) continue;
		CHECK(packet.size >= 1 && packet.size <= PT_PACKET_MAX_BYTES);
		char text[PT_PACKET_TEXT_BYTES], cut[8];
		pt_packet_text(&packet, text, sizeof(text));
		CHECK(strlen(text) + 1 < sizeof(text));
		pt_packet_text(&packet, cut, sizeof(cut));
		uint8_t again[PT_PACKET_MAX_BYTES];
		struct pt_packet second = { 0 };
		unsigned size = pt_packet_encode(&packet, again);
		CHECK(size > 0 && pt_packet_decode(again, again + size, block, &second) == 0);
		CHECK(second.type == packet.type && second.payload == packet.payload && second.count == packet.count);
	}
}

TEST_MAIN
