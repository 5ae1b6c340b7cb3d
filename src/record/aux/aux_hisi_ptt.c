/* HiSilicon PCIe tune and trace: readers need to know the PMU alone. */
#include "record/aux/aux_kind.h"

size_t aux_hisi_ptt_info(const struct aux_facts *facts, uint64_t *words)
{
	words[0] = facts->spec->attr.type;
	return 1;
}
