/* Sets of signals, what a signal brings, and how a child ended. */
#include <string.h>
#include "syscall/syscall_content.h"

/* "[INT TERM]", or "~[KILL]" for sets with more than half of the signals. Bit 0 is signal 1. */
void content_add_sigset(const struct syscall_writing *w, uint64_t set)
{
	struct outbuf *out = w->out;
	bool inverted = __builtin_popcountll(set) > 32; /* as strace: the shorter way */
	const char *separator = "";
	if (inverted) {
		value_begin(w->sink, VALUE_OBJECT);
		value_name(w->sink, "all_but");
		set = ~set;
	}
	content_begin(w, inverted ? "~[" : "[", VALUE_LIST);
	for (unsigned i = 0; i < 64; i++) {
		if (!(set >> i & 1)) continue;
		out_str(out, separator);
		syscall_write_flags(w, FLAG_SET_signal, i + 1, w->context->with_prefix);
		separator = " ";
	}
	content_end(w, "]", VALUE_LIST);
	if (inverted) value_end(w->sink, VALUE_OBJECT);
}

/* A constant as text and as a value. */
static void add_word(const struct syscall_writing *w, const char *word)
{
	out_str(w->out, word);
	value_text(w->sink, word, strlen(word));
}

/* The encoding of wait(2): the low 7 bits are the signal that ended it, 0 if it exited, 0x7f if it stopped; the high
 * byte is the exit status or the stopping signal. */
void content_add_wait_status(const struct syscall_writing *w, uint32_t status)
{
	struct outbuf *out = w->out;
	unsigned signal = status & 0x7f;
	value_begin(w->sink, VALUE_OBJECT);
	out_lit(out, "{ ");
	value_name(w->sink, "how");
	if (status == 0xffff) {
		add_word(w, "WIFCONTINUED");
		out_lit(out, " }");
	} else if (!signal) {
		add_word(w, "WIFEXITED");
		content_name_number(w, "WEXITSTATUS", status >> 8 & 0xff);
		out_lit(out, " }");
	} else if (signal == 0x7f) {
		add_word(w, "WIFSTOPPED");
		content_name(w, ", ", "WSTOPSIG");
		size_t start = out->size;
		flag_set_format(FLAG_SET_signal, status >> 8 & 0x7f, true, out);
		if (status >> 8 & 0x80) out_lit(out, "|0x80"); /* a system call's stop (PTRACE_O_TRACESYSGOOD) */
		syscall_write_end_text(w, start);
		out_lit(out, " }");
	} else {
		add_word(w, "WIFSIGNALED");
		content_name(w, ", ", "WTERMSIG");
		syscall_write_flags(w, FLAG_SET_signal, signal, true);
		out_str(out, status & 0x80 ? ", WCOREDUMP }" : " }");
		value_name(w->sink, "WCOREDUMP");
		value_number(w->sink, status >> 7 & 1);
	}
	value_end(w->sink, VALUE_OBJECT);
}

/* Which of its fields count is for the signal and its cause to say (sigaction(2)). */
bool content_add_siginfo(const struct syscall_writing *w, struct syscall_bytes bytes)
{
	/* CODE_*: si_code of signals that programs and timers send (asm-generic/siginfo.h). EXITED: CLD_EXITED. The
	 * others are signals. */
	enum {
		CODE_USER = 0,
		CODE_QUEUE = -1,
		CODE_TIMER = -2,
		CODE_TKILL = -6,
		EXITED = 1,
		ILL = 4,
		TRAP = 5,
		BUS = 7,
		FPE = 8,
		SEGV = 11,
		CHLD = 17
	};
	if (bytes.size < 32) return false;
	uint32_t signal = (uint32_t)content_number(w, bytes, 0, 4);
	int32_t code = (int32_t)content_number(w, bytes, 8, 4), error = (int32_t)content_number(w, bytes, 4, 4);
	if (!signal && !code && !error) { /* waitid found nobody */
		content_begin(w, "{ }", VALUE_OBJECT);
		content_end(w, "", VALUE_OBJECT);
		return true;
	}
	value_begin(w->sink, VALUE_OBJECT);
	content_name(w, "{ .", "si_signo");
	syscall_write_value(w, SYSCALL_KIND_signal, signal);
	content_add_number(w, "si_code",
			   signal == CHLD && code > 0 ? SYSCALL_KIND_child_code : SYSCALL_KIND_siginfo_code,
			   (uint64_t)code);
	if (error) content_add_number(w, "si_errno", SYSCALL_KIND_dec, (uint64_t)error);
	if (code == CODE_TIMER) {
		content_add_number(w, "si_timerid", SYSCALL_KIND_dec, content_number(w, bytes, 16, 4));
		content_add_number(w, "si_overrun", SYSCALL_KIND_dec, content_number(w, bytes, 20, 4));
	} else if (code > 0 && (signal == ILL || signal == TRAP || signal == BUS || signal == FPE || signal == SEGV)) {
		content_add_number(w, "si_addr", SYSCALL_KIND_pointer, content_number(w, bytes, 16, 8));
	} else if (signal == CHLD || code == CODE_USER || code == CODE_QUEUE || code == CODE_TKILL) {
		content_add_number(w, "si_pid", SYSCALL_KIND_pid, content_number(w, bytes, 16, 4));
		content_add_number(w, "si_uid", SYSCALL_KIND_id, content_number(w, bytes, 20, 4));
	}
	if (signal == CHLD && code > 0)
		content_add_number(w, "si_status", code == EXITED ? SYSCALL_KIND_dec : SYSCALL_KIND_signal,
				   content_number(w, bytes, 24, 4));
	if (code == CODE_TIMER || code == CODE_QUEUE)
		content_add_number(w, "si_value", SYSCALL_KIND_hex, content_number(w, bytes, 24, 8));
	content_end(w, " }", VALUE_OBJECT);
	return true;
}
