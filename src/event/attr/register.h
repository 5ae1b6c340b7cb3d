/* Names of the registers in samples, by the architecture of the recording machine. */
#ifndef EVENT_ATTR_REGISTER_H
#define EVENT_ATTR_REGISTER_H

/* arch as uname -m of the recording machine says ("x86_64", "aarch64"), NULL: this machine's. "unknown" for what has no
 * name. */
const char *register_name(const char *arch, unsigned number);

#endif
