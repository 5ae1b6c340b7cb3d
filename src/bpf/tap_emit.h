/* What the programs of a tap have in common, in instructions. */
#ifndef BPF_TAP_EMIT_H
#define BPF_TAP_EMIT_H

#include "bpf/tap_code.h"

#define TASK(field) ((int16_t)offsetof(struct tap_task, field))
/* R6 to R9 keep their values when a helper is called. */
enum { R0, R1, R2, R3, R4, R5, CONTEXT /* R6 */, NUMBER /* R7 */, TASK_AT /* R8 */, DURATION /* R9 */, FRAME };
enum { KEY = -4, WORD = -16 }; /* on the stack */

void tap_emit_look_up(struct bpf_code *code, int map, int16_t key); /* R0 */
/* A value of zeroes at the key. */
void tap_emit_make_blank(struct bpf_code *code, const struct tap_maps *maps, int map, int16_t key);
void tap_emit_add_one(struct bpf_code *code, uint8_t at, int16_t offset);
void tap_emit_count_lost(struct bpf_code *code, const struct tap_maps *maps);
/* R0 is NULL: an event is lost, and that is all. */
void tap_emit_count_lost_if_null(struct bpf_code *code, const struct tap_maps *maps);
/* R0 = a new task for the tid at KEY. */
void tap_emit_make_task(struct bpf_code *code, const struct tap_maps *maps);
/* TASK_AT, NUMBER = pid and tid; ends where there is none, and none is to be made. */
void tap_emit_find_task(struct bpf_code *code, const struct tap_code_options *options, bool makes);
/* TASK_AT: the task that enters or leaves a call, if it is watched here; DURATION: its flags. */
void tap_emit_begin(struct bpf_code *code, const struct tap_code_options *options);
/* Whether NUMBER is asked about; if not, the task is marked with these flags and that is all. */
void tap_emit_select_number(struct bpf_code *code, const struct tap_code_options *options, int32_t flags_if_not);
/* NUMBER out of what the kernel calls it, as struct tap_task keeps it. CONTEXT: of sys_enter or sys_exit. */
void tap_emit_widen(struct bpf_code *code, const struct tap_machine *machine);
/* NUMBER as the registers have it: of a call whose beginning was not seen. */
void tap_emit_read_number(struct bpf_code *code, const struct tap_machine *machine);

#endif
