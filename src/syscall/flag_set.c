#include "syscall/flag_set.h"

struct flag { const char *name; uint64_t number; };
struct flag_set { enum flag_form form; const char *prefix; const struct flag *flags; };

#define FLAG_SET(id, form, prefix) static const struct flag flags_##id[] = {
#define FLAG(name, number) { #name, number },
#define FLAG_SET_END { NULL, 0 } };
#include "syscall/flag_set.def"
#undef FLAG_SET
#undef FLAG
#undef FLAG_SET_END

static const struct flag_set sets[NR_FLAG_SETS] = {
#define FLAG_SET(id, form_, prefix_) [FLAG_SET_##id] = { FLAG_FORM_##form_, prefix_, flags_##id },
#define FLAG(name, number)
#define FLAG_SET_END
#include "syscall/flag_set.def"
#undef FLAG_SET
#undef FLAG
#undef FLAG_SET_END
};

struct writer { struct outbuf *out; const char *prefix, *separator; };

static void add_name(struct writer *w, const char *name)
{
	out_str(w->out, w->separator);
	out_str(w->out, w->prefix);
	out_str(w->out, name);
	w->separator = "|";
}

static void add_number(struct writer *w, uint64_t number, bool hex)
{
	out_str(w->out, w->separator);
	if (hex) out_lit(w->out, "0x");
	if (hex) out_hex(w->out, number, 0);
	else out_sdec(w->out, (int64_t)number, 0);
	w->separator = "|";
}

/* Names of several bits (O_SYNC) come before those of some of them (O_DSYNC) in the tables. */
static void add_bits(struct writer *w, const struct flag_set *set, uint64_t bits)
{
	for (const struct flag *flag = set->flags; flag->name; flag++) {
		if (!flag->number || (bits & flag->number) != flag->number) continue;
		add_name(w, flag->name);
		bits &= ~flag->number;
	}
	if (bits) add_number(w, bits, true);
}

static void add_value(struct writer *w, const struct flag_set *set, uint64_t value)
{
	for (const struct flag *flag = set->flags; flag->name; flag++) {
		if (flag->number != value) continue;
		add_name(w, flag->name);
		return;
	}
	add_number(w, (uint64_t)(int64_t)(int32_t)value, value >= 0x10000);
}

static void add_flag_bit(struct writer *w, uint64_t *value, uint64_t bit, const char *name)
{
	if (!(*value & bit)) return;
	add_name(w, name);
	*value &= ~bit;
}

static void add_open(struct writer *w, const struct flag_set *set, uint64_t value)
{
	if ((value & 3) == 0) add_name(w, "RDONLY");
	add_bits(w, set, value);
}

static void add_futex(struct writer *w, const struct flag_set *set, uint64_t value)
{
	add_value(w, set, value & 0x7f);
	value &= ~(uint64_t)0x7f;
	add_flag_bit(w, &value, 128, "PRIVATE_FLAG");
	add_flag_bit(w, &value, 256, "CLOCK_REALTIME");
	if (value) add_number(w, value, true);
}

static void add_clone(struct writer *w, const struct flag_set *set, uint64_t value)
{
	if (value & ~(uint64_t)0xff) add_bits(w, set, value & ~(uint64_t)0xff);
	if (!(value & 0xff)) return;
	struct writer plain = { w->out, "SIG", w->separator };
	add_value(&plain, &sets[FLAG_SET_signal], value & 0xff);
}

static void add_ipc(struct writer *w, const struct flag_set *set, uint64_t value)
{
	if (value & ~(uint64_t)0777) add_bits(w, set, value & ~(uint64_t)0777);
	out_printf(w->out, "%s0%o", w->separator, (unsigned)(value & 0777));
}

void flag_set_format(enum flag_set_id id, uint64_t value, bool with_prefix, struct outbuf *out)
{
	const struct flag_set *set = &sets[id];
	struct writer w = { out, with_prefix ? set->prefix : "", "" };
	size_t before = out->size;
	switch (set->form) {
	case FLAG_FORM_mask: add_bits(&w, set, value); break;
	case FLAG_FORM_value: add_value(&w, set, value); break;
	case FLAG_FORM_open: add_open(&w, set, value); break;
	case FLAG_FORM_futex: add_futex(&w, set, value); break;
	case FLAG_FORM_socket_type:
		add_value(&w, set, value & 0xf);
		if (value & ~(uint64_t)0xf) add_bits(&w, &sets[FLAG_SET_socket_flags], value & ~(uint64_t)0xf);
		break;
	case FLAG_FORM_clone: add_clone(&w, set, value); break;
	case FLAG_FORM_sched_policy:
		add_value(&w, set, value & ~(uint64_t)0x40000000);
		add_flag_bit(&w, &value, 0x40000000, "RESET_ON_FORK");
		break;
	case FLAG_FORM_ipc: add_ipc(&w, set, value); break;
	case FLAG_FORM_personality:
		add_value(&w, set, value & 0xff);
		if (value & ~(uint64_t)0xff) add_number(&w, value & ~(uint64_t)0xff, true);
		break;
	}
	if (out->size == before) out_char(out, '0');
}

bool flag_set_number(enum flag_set_id id, const char *name, uint64_t *ret)
{
	const struct flag_set *set = &sets[id];
	size_t prefix = strlen(set->prefix);
	for (const struct flag *flag = set->flags; flag->name; flag++) {
		bool bare = strcmp(name, flag->name) == 0;
		if (!bare && (strncmp(name, set->prefix, prefix) != 0 || strcmp(name + prefix, flag->name) != 0)) continue;
		*ret = flag->number;
		return true;
	}
	return false;
}
