/* Sample-data-blocks of the s390 CPU-measurement sampling facility ("The Load-Program-Parameter and the CPU-Measurement
 * Facilities", IBM SA23-2260). A buffer is a number of them; all entries of a buffer have the same two lengths:
 *
 *     0          32              L              2L                     4032        4096
 *     [ basic    | diagnostic    ][ basic | ... ][ ...                 ][ trailer  ] */
#ifndef HWTRACE_S390_CPUMSF_CPUMSF_BLOCK_H
#define HWTRACE_S390_CPUMSF_CPUMSF_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CPUMSF_BLOCK_BYTES = 4096, CPUMSF_TRAILER_BYTES = 64, CPUMSF_BASIC_BYTES = 32 };
enum { CPUMSF_FORMAT_BASIC = 1, CPUMSF_FORMAT_DIAGNOSTIC = 0x8001 }; /* the least of the latter */

/* A basic-sampling data entry. */
struct cpumsf_basic {
	uint16_t format;
	uint8_t nr_instructions;  /* unique instructions at the time, by the machine's count */
	bool dat, wait, problem;  /* of the program-status word */
	bool invalid;             /* the machine says so */
	uint8_t space, level;     /* address-space control; configuration level: 0 not known, 1 host, 2 guest */
	uint16_t primary_asn;     /* 0xffff: none */
	uint64_t ip;              /* instruction address */
	uint64_t guest_parameter; /* program parameters */
	uint64_t host_parameter;  /* Linux: bit 63 of the kernel, the thread in the low 32 */
};

/* What stands at the end of a block. */
struct cpumsf_trailer {
	bool full, alert, extended_time;
	bool has_base; /* of the clock: written by Linux */
	uint16_t basic_bytes, diagnostic_bytes;
	uint64_t nr_lost;   /* samples that found no room */
	uint64_t tod, base; /* when it became full, and what to take off that: units of 2^-12 microseconds */
};

/* Lengths of the two parts of an entry, in bytes. */
struct cpumsf_sizes {
	uint16_t basic, diagnostic;
};

/* at: CPUMSF_BASIC_BYTES. */
struct cpumsf_basic cpumsf_basic_decode(const uint8_t *at);
/* Whether it is of a guest, as Linux tells: by level, else by what only guests have. */
bool cpumsf_is_guest(const struct cpumsf_basic *basic);
/* block: CPUMSF_BLOCK_BYTES. */
struct cpumsf_trailer cpumsf_trailer_decode(const uint8_t *block);
/* The time in ns of the clock that recordings have; 0: not known. */
uint64_t cpumsf_time_ns(const struct cpumsf_trailer *trailer);

/* The machine type in the cpuid of a recording ("IBM,2964,400,N96,1.4,002f"); 0: none. cpuid may be NULL. */
unsigned cpumsf_machine(const char *cpuid);
/* Lengths as the first block's trailer says, or as the machine is known to have them, where that is older. false: not
 * known. block: CPUMSF_BLOCK_BYTES. */
bool cpumsf_sizes_find(const uint8_t *block, unsigned machine, struct cpumsf_sizes *ret);
/* How many whole entries a block has. */
unsigned cpumsf_nr_entries(const struct cpumsf_sizes *sizes);

#endif
