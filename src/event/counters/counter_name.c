#include "event/counters/counter_name.h"

#include <stddef.h>
#include "base/compiler.h"

/* Facilities that a counter is of. */
enum {
	FIRST_1 = 1 << 0,
	FIRST_3 = 1 << 1,
	SECOND_1 = 1 << 2, /* versions 1 to 7 */
	SECOND_6 = 1 << 3, /* 6 and 7 have these, too */
	Z10 = 1 << 4,
	Z196 = 1 << 5,
	ZEC12 = 1 << 6,
	Z13 = 1 << 7,
	Z14 = 1 << 8,
	Z15 = 1 << 9,
	Z16 = 1 << 10,
};

static unsigned facilities_of(const struct counter_facility *facility)
{
	static const struct {
		uint16_t machine, facility;
	} rows[] = {
		{ 2097, Z10 },   { 2098, Z10 }, { 2817, Z196 }, { 2818, Z196 }, { 2827, ZEC12 },
		{ 2828, ZEC12 }, { 2964, Z13 }, { 2965, Z13 },  { 3906, Z14 },  { 3907, Z14 },
		{ 8561, Z15 },   { 8562, Z15 }, { 3931, Z16 },  { 3932, Z16 },
	};
	unsigned all = 0;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i].machine == facility->machine) all |= rows[i].facility;
	if (facility->first_version == 1) all |= FIRST_1;
	if (facility->first_version == 3) all |= FIRST_3;
	if (facility->second_version >= 1 && facility->second_version <= 7) all |= SECOND_1;
	if (facility->second_version == 6 || facility->second_version == 7) all |= SECOND_6;
	return all;
}

const char *counter_name(const struct counter_facility *facility, unsigned number)
{
	static const struct {
		uint16_t number, facilities;
		const char *name;
	} rows[] = {
#define COUNTER(number_, name_, facilities_) { number_, facilities_, #name_ },
#include "event/counters/s390_counter.def"
#undef COUNTER
	};
	const unsigned all = facilities_of(facility);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i].number == number && rows[i].facilities & all) return rows[i].name;
	return NULL;
}

enum pai_unit { PAI_crypto, PAI_ext };

static const char *pai_name(enum pai_unit unit, unsigned number)
{
	static const struct {
		uint8_t unit;
		uint16_t number;
		const char *name;
	} rows[] = {
#define PAI_COUNTER(unit_, number_, name_) { PAI_##unit_, number_, #name_ },
#include "event/counters/s390_pai_counter.def"
#undef PAI_COUNTER
	};
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i].unit == unit && rows[i].number == number) return rows[i].name;
	return NULL;
}

const char *counter_name_pai_crypto(unsigned number) { return pai_name(PAI_crypto, number); }

const char *counter_name_pai_ext(unsigned number) { return pai_name(PAI_ext, number); }
