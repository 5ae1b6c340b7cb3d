/* Events by the names of libpfm4 (pfm_get_os_event_encoding(3)): "INST_RETIRED:ANY_P:u:c=1",
 * "skx_unc_imc0::UNC_M_CAS_COUNT:RD". The library is loaded when the first is asked for; without it these names are not
 * known. */
#ifndef EVENT_SPEC_PFM_H
#define EVENT_SPEC_PFM_H

#include "base/err.h"
#include "base/vec.h"
#include "event/attr/event_spec.h"

/* The loaded library with what was read of it. */
struct pfm;

/* NULL with err set when the library is not there. One at a time: the library has one state. */
struct pfm *pfm_open(struct err *err);
/* Takes NULL. Names that pfm_names has given out are gone then. */
void pfm_close(struct pfm *pfm);

/* The attr (type, config*, exclude bits) of one event for this machine's CPU: 0, -ENOENT (err says what libpfm says),
 * -EINVAL. ret_name (may be NULL) is the full name, "skx::INST_RETIRED:ANY_P:k=1:u=1", which the caller frees. generic:
 * also the names that the kernel itself has. */
int pfm_encode(struct pfm *pfm, const char *text, bool generic, struct event_attr *ret_attr, char **ret_name,
	       struct err *err);

/* The argument of --pfm-events: events separated by commas, groups in braces; appended to list. On failure the list is
 * as before. */
int pfm_parse(struct pfm *pfm, struct event_list *list, const char *text, struct err *err);

/* All events of the CPUs that libpfm finds here: pairs of name and description, NULL-terminated, valid until pfm_close.
 */
const char *const *pfm_names(struct pfm *pfm);

#endif
