/* Numbers to names. A set is an array of names with its form; forms are functions over it.
 *
 * Names of several bits (O_SYNC) stand in front of those of some of them (O_DSYNC) in the tables, so that the first
 * that fits is the right one. What no name is left for is written in hexadecimal: no bit is lost. */
#include "syscall/flag_set.h"

/* A row of flag_set.def. has_own_prefix: the name is complete, the set's prefix does not belong before it.
 * is_shown_zero: the number is 0, and worth being shown. */
struct flag {
	const char *name;
	uint64_t number;
	bool has_own_prefix, is_shown_zero;
};
struct flag_set {
	enum flag_form form;
	const char *prefix;
	const struct flag *flags;
};

/* Each set of flag_set.def becomes an array that ends with a NULL name. The file is included twice: for the arrays, and
 * for the table of sets. */
#define FLAG_SET(id, form, prefix) static const struct flag flags_##id[] = {
#define FLAG(name, number) { #name, number, false, false },
#define FLAG0(name) { #name, 0, false, true },
#define FLAG_AS(name, number) { #name, number, true, false },
#define FLAG_SET_END                  \
	{                             \
		NULL, 0, false, false \
	}                             \
	}                             \
	;
#include "syscall/tables/flag_set.def"

static const struct flag_set sets[NR_FLAG_SETS] = {
#define FLAG_SET(id, form_, prefix_) [FLAG_SET_##id] = { FLAG_FORM_##form_, prefix_, flags_##id },
#include "syscall/tables/flag_set.def"
};

/* separator: what stands in front of the next name; "" before the first. */
struct writer {
	struct outbuf *out;
	const char *prefix, *separator;
};

/* One name, and what stands between it and the next one. */
static void add_text(struct writer *w, const char *prefix, const char *name)
{
	out_str(w->out, w->separator);
	out_str(w->out, prefix);
	out_str(w->out, name);
	w->separator = "|";
}

static void add_name(struct writer *w, const struct flag *flag)
{
	add_text(w, flag->has_own_prefix ? "" : w->prefix, flag->name);
}

static void add_hex(struct writer *w, uint64_t number)
{
	out_str(w->out, w->separator);
	out_lit(w->out, "0x");
	out_hex(w->out, number, 0);
	w->separator = "|";
}

/* All names whose bits are set, in the order of the table; bits without a name are the hexadecimal number behind
 * them. */
static void add_bits(struct writer *w, const struct flag_set *set, uint64_t bits)
{
	const struct flag *flag = set->flags;
	if (!bits && flag->is_shown_zero) add_name(w, flag);
	for (; bits && flag->name; flag++) {
		if (!flag->number || (bits & flag->number) != flag->number) continue;
		add_name(w, flag);
		bits &= ~flag->number;
	}
	if (bits) add_hex(w, bits);
}

/* The first row counts where two names have one number. */
static const struct flag *find_value(const struct flag_set *set, uint32_t value)
{
	for (const struct flag *flag = set->flags; flag->name; flag++)
		if (flag->number == value) return flag;
	return NULL;
}

/* One number by its name. hex: how others are written, else signed decimal. */
static void add_value(struct writer *w, const struct flag_set *set, uint64_t value, bool hex)
{
	const struct flag *flag = find_value(set, (uint32_t)value);
	if (flag) {
		add_name(w, flag);
	} else if (hex) {
		add_hex(w, (uint32_t)value);
	} else {
		out_str(w->out, w->separator);
		out_sdec(w->out, (int32_t)value, 0);
		w->separator = "|";
	}
}

/* As strace: the first real-time signal is RTMIN, whatever libc keeps for itself. */
static void add_signal(struct writer *w, uint64_t value)
{
	if (value < 32 || value > 64) add_value(w, &sets[FLAG_SET_signal], value, true);
	else if (value == 32) add_text(w, w->prefix, "RTMIN");
	else out_printf(w->out, "%s%sRT_%u", w->separator, w->prefix, (unsigned)(value - 32));
}

/* A bit that is no part of the number beside it: written if it is set, and taken out of the value. */
static void add_flag_bit(struct writer *w, uint64_t *value, uint64_t bit, const char *name)
{
	if (!(*value & bit)) return;
	add_text(w, w->prefix, name);
	*value &= ~bit;
}

/* How a file is opened is a number in the two lowest bits, not two bits: O_RDONLY is 0. */
static void add_open(struct writer *w, const struct flag_set *set, uint64_t value)
{
	if ((value & 3) == 0) add_text(w, w->prefix, "RDONLY");
	add_bits(w, set, value);
}

/* The operation is in the low bits, below two that change it (FUTEX_PRIVATE_FLAG, FUTEX_CLOCK_REALTIME). */
static void add_futex(struct writer *w, const struct flag_set *set, uint64_t value)
{
	add_value(w, set, value & 0x7f, true);
	value &= ~(uint64_t)0x7f;
	add_flag_bit(w, &value, 128, "PRIVATE_FLAG");
	add_flag_bit(w, &value, 256, "CLOCK_REALTIME");
	if (value) add_hex(w, value);
}

/* The lowest byte is the signal that the parent gets when the child ends. */
static void add_clone(struct writer *w, const struct flag_set *set, uint64_t value)
{
	if (value & ~(uint64_t)0xff) add_bits(w, set, value & ~(uint64_t)0xff);
	if (!(value & 0xff)) return;
	struct writer plain = { w->out, "SIG", w->separator };
	add_signal(&plain, value & 0xff);
}

/* Flags, and always the permissions as an octal number. */
static void add_ipc(struct writer *w, const struct flag_set *set, uint64_t value)
{
	if (value & ~(uint64_t)0777) add_bits(w, set, value & ~(uint64_t)0777);
	out_printf(w->out, "%s0%o", w->separator, (unsigned)(value & 0777));
}

/* Letters side by side ("rwx"), or with a prefix R_OK|W_OK. */
static void add_joined(struct writer *w, const struct flag_set *set, uint64_t bits)
{
	bool long_names = *w->prefix;
	if (!bits && long_names) add_text(w, "F_OK", "");
	for (const struct flag *flag = set->flags; flag->name; flag++) {
		if (!(bits & flag->number)) continue;
		if (long_names) out_str(w->out, w->separator);
		out_str(w->out, flag->name);
		if (long_names) out_str(w->out, w->prefix);
		w->separator = "|";
		bits &= ~flag->number;
	}
	if (bits) add_hex(w, bits);
}

/* By form. Before it, all but the two sets of 64 bits are cut to 32, so that a negative int is not written with the 64
 * bits of its register. A set that wrote nothing is 0. */
void flag_set_format(enum flag_set_id id, uint64_t value, bool with_prefix, struct outbuf *out)
{
	const struct flag_set *set = &sets[id];
	struct writer w = { out, with_prefix ? set->prefix : "", "" };
	size_t before = out->size;
	if (id != FLAG_SET_capability_set && id != FLAG_SET_sa_flags) value &= UINT32_MAX;
	switch (set->form) {
	case FLAG_FORM_mask: add_bits(&w, set, value); break;
	case FLAG_FORM_value: add_value(&w, set, value, false); break;
	case FLAG_FORM_value_as:
		w.prefix = set->prefix;
		add_value(&w, set, value, false);
		break;
	case FLAG_FORM_code: add_value(&w, set, value, true); break;
	case FLAG_FORM_signal: add_signal(&w, value); break;
	case FLAG_FORM_joined: add_joined(&w, set, value); break;
	case FLAG_FORM_open: add_open(&w, set, value); break;
	case FLAG_FORM_futex: add_futex(&w, set, value); break;
	case FLAG_FORM_socket_type:
		add_value(&w, set, value & 0xf, true);
		if (value & ~(uint64_t)0xf) add_bits(&w, &sets[FLAG_SET_socket_flags], value & ~(uint64_t)0xf);
		break;
	case FLAG_FORM_clone: add_clone(&w, set, value); break;
	case FLAG_FORM_sched_policy:
		add_value(&w, set, value & ~(uint64_t)0x40000000, true);
		add_flag_bit(&w, &value, 0x40000000, "RESET_ON_FORK");
		break;
	case FLAG_FORM_ipc: add_ipc(&w, set, value); break;
	case FLAG_FORM_quota:
		add_value(&w, set, value >> 8, true);
		add_value(&w, &sets[FLAG_SET_quota_type], value & 0xff, false);
		break;
	case FLAG_FORM_mount_attr:
		add_bits(&w, set, value);
		if (!(value & 0x70)) add_text(&w, w.prefix, "RELATIME");
		break;
	case FLAG_FORM_personality:
		if (value == UINT32_MAX) {
			add_hex(&w, value);
			break;
		}
		add_value(&w, set, value & 0xff, false);
		if (value & ~(uint64_t)0xff) add_bits(&w, &sets[FLAG_SET_personality_flags], value & ~(uint64_t)0xff);
		break;
	}
	if (out->size == before) out_char(out, '0');
}

bool flag_set_shows_zero(enum flag_set_id set) { return sets[set].flags->is_shown_zero; }

/* Looks in the set's own rows, not in those of sets that its form adds (socket_flags, quota_type). */
bool flag_set_number(enum flag_set_id id, const char *name, uint64_t *ret)
{
	const struct flag_set *set = &sets[id];
	size_t prefix = strlen(set->prefix);
	for (const struct flag *flag = set->flags; flag->name; flag++) {
		bool bare = strcmp(name, flag->name) == 0;
		if (!bare && (strncmp(name, set->prefix, prefix) != 0 || strcmp(name + prefix, flag->name) != 0))
			continue;
		*ret = flag->number;
		return true;
	}
	return false;
}
