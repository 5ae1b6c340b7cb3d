/* Names of the same function or object in different builds: compilers clone functions and number the clones, run times
 * put ids of processes and of tiers into names. */
#ifndef KEY_KEY_VARIANT_H
#define KEY_KEY_VARIANT_H

#include "base/outbuf.h"

/* Appends the name without what says which clone it is: "parse.constprop.0.isra.0", "parse.llvm.1234" and "parse.cold"
 * are "parse"; "LazyCompile:*add a.js:1" and "LazyCompile:~add a.js:1" are "LazyCompile:add a.js:1". */
void key_variant_symbol(const char *name, struct outbuf *out);
/* The same of an object: "perf-123.map" is "perf.map", "jitted-123-4.so" is "jitted.so", "[JIT] tid 123" is "[JIT]". */
void key_variant_dso(const char *name, struct outbuf *out);

#endif
