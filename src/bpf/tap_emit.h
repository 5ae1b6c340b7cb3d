/* Sequences of instructions that the programs of a tap have in common. Each function appends some; registers it leaves
 * something in are named. R0 to R5 are lost where a helper is called. The verifier follows every path; so bounds are
 * checked right before they are relied on, and pointers are not kept across helpers except in R6 to R9. */
#ifndef BPF_TAP_EMIT_H
#define BPF_TAP_EMIT_H

#include "bpf/tap_code.h"

#define TASK(field) ((int16_t)offsetof(struct tap_task, field))
/* Registers by what they hold throughout a program. R6 to R9 keep their values when a helper is called. */
enum { R0, R1, R2, R3, R4, R5, CONTEXT /* R6 */, NUMBER /* R7 */, TASK_AT /* R8 */, DURATION /* R9 */, FRAME };
enum { KEY = -4, WORD = -16 }; /* on the stack */

/* R0 = address of the value for the key on the stack, or 0. */
void tap_emit_look_up(struct bpf_code *code, int map, int16_t key); /* R0 */
/* A value of zeroes at the key. */
void tap_emit_make_blank(struct bpf_code *code, const struct tap_maps *maps, int map, int16_t key);
/* The 64-bit number at `at` + offset, not atomically: threads write to entries of their own. */
void tap_emit_add_one(struct bpf_code *code, uint8_t at, int16_t offset);
/* One event more in the map lost. */
void tap_emit_count_lost(struct bpf_code *code, const struct tap_maps *maps);
/* Ends the program, counting a lost event, where R0 is 0. */
void tap_emit_count_lost_if_null(struct bpf_code *code, const struct tap_maps *maps);
/* R0 = a new task for the tid at KEY. */
void tap_emit_make_task(struct bpf_code *code, const struct tap_maps *maps);
/* TASK_AT = the current thread's entry, NUMBER = its pid and tid; ends the program where there is none. makes: with
 * options->everyone a missing entry is made, unless the thread is hidden or of this process. */
void tap_emit_find_task(struct bpf_code *code, const struct tap_code_options *options, bool makes);
/* TASK_AT: the task that enters or leaves a call, if it is watched here; DURATION: its flags. */
void tap_emit_begin(struct bpf_code *code, const struct tap_code_options *options);
/* Ends the program where NUMBER is not asked about, setting the task's flags to flags_if_not. */
void tap_emit_select_number(struct bpf_code *code, const struct tap_code_options *options, int32_t flags_if_not);
/* Makes NUMBER, the kernel's, what struct tap_task keeps (TAP_NUMBERS_32): with a check whether the program is a
 * 32-bit one. CONTEXT: of sys_enter or sys_exit. */
void tap_emit_widen(struct bpf_code *code, const struct tap_machine *machine);
/* NUMBER from the saved registers: at the end of a call whose beginning was not seen. */
void tap_emit_read_number(struct bpf_code *code, const struct tap_machine *machine);

#endif
