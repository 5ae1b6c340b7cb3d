/* Where results of counting go (a file, a descriptor, stderr), and in which of the formats. */
#include "commands/stat/stat_output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "cli/colour.h"
#include "cli/textout.h"
#include "kernel/kernelfs.h"

/* "# started on Sun Nov 22 23:21:50 2026", and a blank line. */
static void add_header(struct outbuf *out)
{
	time_t now = time(NULL);
	char text[32];
	if (!ctime_r(&now, text)) return;
	out_lit(out, "# started on ");
	out_str(out, text); /* ends with a newline */
	out_char(out, '\n');
}

/* Digits are grouped as the user's locale does; the C locale, which needs no looking up, does not. */
static locale_t number_locale(void)
{
	static const char *const names[] = { "LC_ALL", "LC_NUMERIC", "LANG" };
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const char *value = getenv(names[i]);
		if (!value || !*value) continue;
		return strcmp(value, "C") == 0 || strcmp(value, "POSIX") == 0
			       ? (locale_t)0
			       : newlocale(LC_NUMERIC_MASK, "", (locale_t)0);
	}
	return (locale_t)0;
}

/* JSON wins over -x, and both over text. Colours and a locale's digits are for text only: programs read the others. */
int stat_output_open(struct stat_output *output, const struct stat_output_options *options, struct err *err)
{
	*output = (struct stat_output){ .path = options->path };
	if (options->path) {
		int r = textout_create(options->path, options->append, &output->out);
		if (r < 0) return err_set_errno(err, r, "failed to create output file");
	} else if (fcntl(options->fd, F_GETFL) < 0) {
		return err_set_errno(err, -errno, "Failed opening logfd");
	} else {
		out_init(&output->out, options->fd);
	}
	struct stat_print_options print = options->print;
	const char *format = options->separator ? "csv" : "text";
	if (options->json) format = "json";
	if (strcmp(format, "text") == 0) {
		output->locale = print.locale = number_locale();
		print.colours = isatty(output->out.fd) && colour_wanted(COLOUR_AUTO);
	}
	print.separator = options->separator;
	output->printer = stat_printer_new(format, &print);
	if (options->header && !options->json) add_header(&output->out);
	return 0;
}

void stat_output_print(struct stat_output *output, const struct stat_result *result)
{
	stat_printer_print(output->printer, result, &output->out);
	/* The command goes on: what was not written is told in the end. */
	(void)out_flush(&output->out);
}

void stat_output_close(struct stat_output *output)
{
	if (output->printer) (void)textout_close(&output->out, output->path);
	stat_printer_free(output->printer);
	if (output->locale) freelocale(output->locale);
}
