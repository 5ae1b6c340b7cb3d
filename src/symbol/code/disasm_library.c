/* capstone through dlopen(3): its headers are needed for building, the library only when code is shown. Structs differ
 * from one major version to the next, so only the one that the headers are of will do. */
#include "symbol/code/disasm_library.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

#define TEXT_OF(number) #number
#define LIBRARY_NAME(major) "libcapstone.so." TEXT_OF(major)
#define PACKAGE_NAME(major) "libcapstone" TEXT_OF(major)

static struct disasm_library library;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void library_load(void)
{
	const struct {
		const char *name;
		void *at;
	} symbols[] = {
		{ "cs_open", &library.open },         { "cs_close", &library.close },
		{ "cs_option", &library.option },     { "cs_malloc", &library.malloc },
		{ "cs_free", &library.free },         { "cs_disasm_iter", &library.disasm_iter },
		{ "cs_reg_name", &library.reg_name }, { "cs_support", &library.support },
	};
	void *handle = dlopen(LIBRARY_NAME(CS_API_MAJOR), RTLD_NOW | RTLD_LOCAL);
	if (!handle) return;
	for (size_t i = 0; i < ARRAY_SIZE(symbols); i++) {
		void *function = dlsym(handle, symbols[i].name);
		if (!function) return;
		/* C has no conversion from void * to a function pointer. */
		memcpy(symbols[i].at, &function, sizeof(function));
	}
	is_loaded = true;
}

const struct disasm_library *disasm_library(struct err *err)
{
	pthread_once(&once, library_load);
	if (is_loaded) return &library;
	err_set(err, -ENOENT, "%s, which reads instructions, cannot be loaded", LIBRARY_NAME(CS_API_MAJOR));
	err_hint(err, "Install it (Debian: apt install %s).", PACKAGE_NAME(CS_API_MAJOR));
	return NULL;
}
