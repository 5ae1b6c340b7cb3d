/* The standard names of events, of their numbers (kernel UAPI linux/perf_event.h) and of registers in samples. */
#ifndef EVENT_ATTR_NAME_H
#define EVENT_ATTR_NAME_H

#include "event/attr/attr.h"

/* A name for an attr that came without one: "cycles", "cpu-clock:u", "L1-dcache-load-misses", "raw 0x1a8",
 * "mem:0x10:rw", "unknown attr type: N", with the modifiers that upstream derives from the exclude and precise bits.
 * Never NULL; the caller frees. */
char *event_name_of(const struct event_attr *attr);
/* The UAPI's constant for the config of a hardware, software or cache event ("PERF_COUNT_HW_CPU_CYCLES"); empty when
 * there is none. text has room for size bytes, at least 1; what does not fit is cut. */
void event_config_symbol(const struct event_attr *attr, char *text, size_t size);

/* The name of a register of user_regs and intr_regs. arch: of the recording machine, as uname -m says ("x86_64",
 * "aarch64"), NULL: this machine's. "unknown" for what has no name. */
const char *register_name(const char *arch, unsigned number);

#endif
