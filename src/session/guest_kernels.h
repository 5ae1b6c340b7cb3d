/* Guests whose kernels the user has files of. A recorder that runs on the host sees none of a guest's maps: without
 * these every address of a guest would be unknown. */
#ifndef SESSION_GUEST_KERNELS_H
#define SESSION_GUEST_KERNELS_H

#include "model/model.h"
#include "symbol/object.h"

/* Adds the kernels of guests that options name, and their modules: guests with a directory in guest_mount (modules:
 * DIR/PID/proc/modules), and with guest_kallsyms or guest_vmlinux the guests without a number (guest_modules). Before
 * the first record is applied. What cannot be read is warned of (options->warnings). */
void guest_kernels_add(struct model *model, const struct symbol_options *options);

#endif
