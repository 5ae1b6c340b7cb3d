/* The functions of libopencsd_c_api, loaded on first use. For etm_decoder.c alone. */
#ifndef HWTRACE_CORESIGHT_ETM_LIBRARY_H
#define HWTRACE_CORESIGHT_ETM_LIBRARY_H

#include <opencsd/c_api/opencsd_c_api.h>
#include "base/err.h"

struct etm_library {
	__typeof__(ocsd_create_dcd_tree) *create_tree;
	__typeof__(ocsd_destroy_dcd_tree) *destroy_tree;
	__typeof__(ocsd_dt_create_decoder) *create_decoder;
	__typeof__(ocsd_dt_process_data) *process_data;
	__typeof__(ocsd_dt_set_gen_elem_outfn) *set_element_function;
	__typeof__(ocsd_dt_add_callback_trcid_mem_acc) *add_memory;
	__typeof__(ocsd_def_errlog_init) *init_log;
	__typeof__(ocsd_dt_set_pkt_protocol_printer) *set_printer;
	__typeof__(ocsd_def_errlog_set_strprint_cb) *set_text_function;
	__typeof__(ocsd_def_errlog_config_output) *set_log_outputs;
};
/* The library, for all threads; NULL with err set: it is not there, or lacks something. */
const struct etm_library *etm_library(struct err *err);

#endif
