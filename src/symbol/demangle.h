/* Source form of mangled names: C++ (Itanium), Rust (legacy and v0), D. */
#ifndef SYMBOL_DEMANGLE_H
#define SYMBOL_DEMANGLE_H

/* The readable name, caller frees; NULL when the name is not mangled. Thread safe. */
char *demangle(const char *name);

#endif
