#include "hwtrace/coresight/etm_library.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include "base/compiler.h"

#define LIBRARY_NAME "libopencsd_c_api.so.1"

static struct {
	pthread_once_t once;
	struct etm_library functions;
	bool is_there;
} loaded = { .once = PTHREAD_ONCE_INIT };

static void load(void)
{
	const struct {
		const char *name;
		void *at;
	} symbols[] = {
		{ "ocsd_create_dcd_tree", &loaded.functions.create_tree },
		{ "ocsd_destroy_dcd_tree", &loaded.functions.destroy_tree },
		{ "ocsd_dt_create_decoder", &loaded.functions.create_decoder },
		{ "ocsd_dt_process_data", &loaded.functions.process_data },
		{ "ocsd_dt_set_gen_elem_outfn", &loaded.functions.set_element_function },
		{ "ocsd_dt_add_callback_trcid_mem_acc", &loaded.functions.add_memory },
		{ "ocsd_def_errlog_init", &loaded.functions.init_log },
		{ "ocsd_dt_set_pkt_protocol_printer", &loaded.functions.set_printer },
		{ "ocsd_def_errlog_set_strprint_cb", &loaded.functions.set_text_function },
		{ "ocsd_def_errlog_config_output", &loaded.functions.set_log_outputs },
	};
	void *library = dlopen(LIBRARY_NAME, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	if (!library) return;
	for (size_t i = 0; i < ARRAY_SIZE(symbols); i++) {
		void *function = dlsym(library, symbols[i].name);
		if (!function) return;
		/* C has no conversion from void * to a function pointer */
		memcpy(symbols[i].at, &function, sizeof(function));
	}
	(void)loaded.functions.init_log(OCSD_ERR_SEV_NONE, 1);
	/* nothing of its own goes to files or to the terminal */
	(void)loaded.functions.set_log_outputs(C_API_MSGLOGOUT_FLG_NONE, NULL);
	loaded.is_there = true;
}

const struct etm_library *etm_library(struct err *err)
{
	pthread_once(&loaded.once, load);
	if (loaded.is_there) return &loaded.functions;
	(void)err_set(err, -ENOPKG, "CoreSight traces are decoded by OpenCSD, which is not installed (%s)",
		      LIBRARY_NAME);
	err_hint(err, "apt install libopencsd1");
	return NULL;
}
