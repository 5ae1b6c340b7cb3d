/* Blocks of s390 sampling data: bytes and what they mean. */
#include "tests/unit/test.h"

#include "hwtrace/s390_cpumsf/cpumsf_block.h"

TEST(basic)
{
	const uint8_t bytes[CPUMSF_BASIC_BYTES] = { 0,    1, 0xf7, 0x3d, 0x40, 0, 0x12, 0x34, 1, 2, 3, 4, 5, 6, 7, 8,
						    0x80, 0, 0,    0,    0,    0, 0,    9,    0, 0, 0, 0, 0, 0, 1, 0 };
	const struct cpumsf_basic basic = cpumsf_basic_decode(bytes);
	CHECK_INT(basic.format, CPUMSF_FORMAT_BASIC);
	CHECK_INT(basic.nr_instructions, 7);
	CHECK(basic.dat && basic.wait && basic.problem && basic.invalid);
	CHECK_INT(basic.space, 2);
	CHECK_INT(basic.level, 1);
	CHECK_INT(basic.primary_asn, 0x1234);
	CHECK_INT(basic.ip, 0x0102030405060708);
	CHECK(basic.guest_parameter == 0x8000000000000009);
	CHECK_INT(basic.host_parameter, 0x100);
}

TEST(guests)
{
	CHECK(!cpumsf_is_guest(&(struct cpumsf_basic){ .level = 1, .guest_parameter = 1 }));
	CHECK(cpumsf_is_guest(&(struct cpumsf_basic){ .level = 2, .primary_asn = 0xffff }));
	CHECK(cpumsf_is_guest(&(struct cpumsf_basic){ .level = 3, .primary_asn = 0xffff }));
	CHECK(!cpumsf_is_guest(&(struct cpumsf_basic){ .primary_asn = 0xffff }));
	CHECK(cpumsf_is_guest(&(struct cpumsf_basic){ .primary_asn = 5 }));
	CHECK(cpumsf_is_guest(&(struct cpumsf_basic){ .primary_asn = 0xffff, .guest_parameter = 1 }));
}

TEST(trailer)
{
	uint8_t block[CPUMSF_BLOCK_BYTES] = { 0 }, *at = block + CPUMSF_BLOCK_BYTES - CPUMSF_TRAILER_BYTES;
	at[0] = 0xa0;
	at[5] = 32;
	at[6] = 1;
	at[15] = 3;
	at[16 + 7] = 0x20; /* 8192 units; in extended form 0x200000 */
	struct cpumsf_trailer trailer = cpumsf_trailer_decode(block);
	CHECK(trailer.full && !trailer.alert && trailer.extended_time && !trailer.has_base);
	CHECK_INT(trailer.basic_bytes, 32);
	CHECK_INT(trailer.diagnostic_bytes, 256);
	CHECK_INT(trailer.nr_lost, 3);
	CHECK_INT(trailer.tod, 0x20);
	CHECK_INT(cpumsf_time_ns(&trailer), 0);
	at[48] = 0x80;
	at[56 + 6] = 0x10; /* a microsecond */
	trailer = cpumsf_trailer_decode(block);
	CHECK(trailer.has_base);
	CHECK_INT(trailer.tod, 0x2000);
	CHECK_INT(trailer.base, 0x1000);
	CHECK_INT(cpumsf_time_ns(&trailer), 1000);
	trailer.base = trailer.tod;
	CHECK_INT(cpumsf_time_ns(&trailer), 0);
}

TEST(sizes)
{
	uint8_t block[CPUMSF_BLOCK_BYTES] = { 0 };
	struct cpumsf_sizes sizes;
	CHECK_INT(cpumsf_machine("IBM,2964,400,N96,1.4,002f"), 2964);
	CHECK_INT(cpumsf_machine("0x00000000410fd0c0"), 0);
	CHECK_INT(cpumsf_machine(NULL), 0);
	CHECK(!cpumsf_sizes_find(block, 3906, &sizes));
	CHECK(cpumsf_sizes_find(block, 2964, &sizes));
	CHECK_INT(sizes.basic, 32);
	CHECK_INT(sizes.diagnostic, 112);
	CHECK_INT(cpumsf_nr_entries(&sizes), 28);
	block[CPUMSF_BLOCK_BYTES - CPUMSF_TRAILER_BYTES + 7] = 50;
	CHECK(cpumsf_sizes_find(block, 2964, &sizes));
	CHECK_INT(sizes.basic, 0);
	CHECK_INT(sizes.diagnostic, 50);
	CHECK_INT(cpumsf_nr_entries(&sizes), 0);
	CHECK_INT(cpumsf_nr_entries(&(struct cpumsf_sizes){ 65535, 65535 }), 0);
}

TEST_MAIN
