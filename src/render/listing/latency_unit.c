/* Units of latencies. Text has them in one unit throughout, so that columns can be compared at a glance and sorted by
 * programs. Decimals go down to 1 ns in us, to 1 us in ms and s. */
#include "render/listing/latency_unit.h"

#include <math.h>

static const struct latency_unit units[] = {
	{ "ns", 1, 0 }, { "us", 1000, 3 }, { "ms", 1000000, 3 }, { "s", 1000000000, 6 }
};

const struct latency_unit *latency_unit_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(units); i++)
		if (strcmp(units[i].name, name) == 0) return &units[i];
	return NULL;
}

void latency_unit_format(const struct latency_unit *unit, double latency_ns, unsigned width, struct outbuf *out)
{
	out_float(out, latency_ns / (double)unit->ns, width, unit->decimals);
}

/* 1e-9: a step that is exact but for rounding is large enough. */
double latency_round_step(double least)
{
	static const double steps[] = { 1, 2, 5 };
	if (!(least > 0)) return 1;
	double power = pow(10, floor(log10(least)));
	for (size_t i = 0; i < ARRAY_SIZE(steps); i++)
		if (steps[i] * power >= least * (1 - 1e-9)) return steps[i] * power;
	return 10 * power;
}
