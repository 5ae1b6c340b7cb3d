/* Numbers with names: flags, commands, kinds of things, as system calls take them. */
#ifndef SYSCALL_FLAG_SET_H
#define SYSCALL_FLAG_SET_H

#include <stdbool.h>
#include "base/outbuf.h"

/* How a number is made of the names. */
enum flag_form {
	FLAG_FORM_mask,     /* bits, any of them */
	FLAG_FORM_value,    /* one of the numbers */
	FLAG_FORM_value_as, /* the same, always with the prefix, as upstream writes it */
	FLAG_FORM_code,     /* the same, others in hexadecimal */
	FLAG_FORM_signal,   /* the same, and real-time signals */
	/* Bits whose names are letters without anything between them: rwx. With prefixes the set's prefix is behind
	 * each: R_OK|W_OK. */
	FLAG_FORM_joined,
	FLAG_FORM_mount_attr,   /* bits, and RELATIME is none of three */
	FLAG_FORM_open,         /* bits, and the two lowest bits are how a file is opened: 0 is RDONLY */
	FLAG_FORM_futex,        /* an operation, and two bits */
	FLAG_FORM_socket_type,  /* a type, and bits of socket_flags */
	FLAG_FORM_clone,        /* bits, and the lowest byte is a signal */
	FLAG_FORM_sched_policy, /* a policy, and a bit */
	FLAG_FORM_ipc,          /* bits, and file permissions */
	FLAG_FORM_quota,        /* a command, and whose quotas in the lowest byte */
	FLAG_FORM_personality,  /* a personality, and bits */
};

/* The sets: one for each FLAG_SET of flag_set.def. */
enum flag_set_id {
#define FLAG_SET(id, form, prefix) FLAG_SET_##id,
#include "syscall/tables/flag_set.def"
	NR_FLAG_SETS
};

/* "RDONLY|CLOEXEC"; what has no name comes last as a number. with_prefix: "O_RDONLY|O_CLOEXEC". A mask of 0 is "0". Of
 * masks the lower 32 bits count but for sets of capabilities and sa_flags. */
void flag_set_format(enum flag_set_id set, uint64_t value, bool with_prefix, struct outbuf *out);
/* Whether 0 is worth being shown where other zeros are left out. */
bool flag_set_shows_zero(enum flag_set_id set);
/* The number of a name, with or without its prefix; false when the set has no such name. */
bool flag_set_number(enum flag_set_id set, const char *name, uint64_t *ret);

#endif
