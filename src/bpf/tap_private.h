/* What the files of a tap share: tap_maps.c makes and fills its maps, tap_programs.c its programs, tap.c is its life
 * and takes out what was found, tap_cgroups.c that of control groups. */
#ifndef BPF_TAP_PRIVATE_H
#define BPF_TAP_PRIVATE_H

#include "bpf/tap.h"
#include "bpf/tap_records_code.h"

enum tap_program { PROGRAM_ENTER, PROGRAM_EXIT, PROGRAM_EXEC, PROGRAM_GONE, PROGRAM_SLEEP, PROGRAM_FORK, NR_PROGRAMS };

/* A program that reads the memory of one list of reads. Calls with the same list share it: some hundred calls need a
 * few dozen programs. */
struct reader {
	struct syscall_read reads[SYSCALL_MAX_READS];
	size_t count;
	bool at_exit;
	int fd;
	struct err err;
};

struct tap {
	const struct tap_options *options;
	enum syscall_machine arch;
	struct tap_code_options code;
	struct tap_records_options records; /* its code is the above, when maps are there */
	VEC(struct reader) readers;
	uint64_t fork_id;
	int programs[NR_PROGRAMS], links[NR_PROGRAMS];
	bool allocates; /* the kernel allocates entries of maps one by one */
	struct syscall_tallies ended;
	union {
		struct tap_task sums;
		struct tap_call calls;
	} * task; /* to read into */
};

/* Entries of perf_cpus and perf_rings: CPUs that programs know. */
enum { TAP_MOST_CPUS = 8192 };

/* Makes all maps that the options ask for, and says in them which calls and threads count. machine: as uname(2) has it.
 * All functions here: 0 or -errno with err set; what was made is the tap's, also then. */
int tap_maps_new(struct tap *tap, const char *machine, struct err *err);
/* CPUs below 0 stand for any. */
int tap_maps_fill_cpus(struct tap *tap, const struct target *target, struct err *err);
/* Loads the programs, once the maps are there: their descriptors are in the instructions. */
int tap_programs_load(struct tap *tap, const char *machine, struct err *err);

/* The kernel's number of a call (with SYSCALL_NUMBER_32 for 32-bit programs) from the number that programs keep. */
uint32_t tap_number_of(uint32_t number);
/* Sums by control group: appends an item a group to the list; how often a call failed with an error there. */
void tap_cgroups_read(const struct tap *tap, struct syscall_tallies *to);
uint64_t tap_cgroups_errno(const struct tap *tap, const struct tap_errno_key *key);

/* The call with a number as programs keep it (tap_code.h, TAP_NUMBERS_32); NULL: there is none. */
const struct syscall *tap_call_of(const struct tap *tap, const char *machine, uint32_t number);

#endif
