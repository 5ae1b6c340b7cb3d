/* Files of sysfs as a hostile kernel, or a machine made of files, could have them: each line of the input is "pmu/path
 * text", with "\n" for line feeds inside. All PMUs are read and listed, and each event they name is parsed. */
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include "event/spec/event_parse.h"
#include "event/listing/listing.h"
#include "kernel/pmus.h"
#include "tests/fuzz/fuzz.h"

enum { FILES_MAX = 64 };
#define DEVICES "/sys/bus/event_source/devices/"

static char root[64];
static char *made[FILES_MAX];
static int nr_made;

static void make_folders(char *path)
{
	for (char *at = path + strlen(root) + 1; (at = strchr(at, '/')); at++) {
		*at = '\0';
		mkdir(path, 0700);
		*at = '/';
	}
}

static bool is_tame(const char *path)
{
	if (!*path || *path == '/' || strlen(path) > 200 || strstr(path, "..")) return false;
	int slashes = 0;
	for (; *path; path++) {
		slashes += *path == '/';
		if ((unsigned char)*path < ' ') return false;
	}
	return slashes <= 3;
}

static void make_file(const char *path, const char *text)
{
	if (nr_made == FILES_MAX || !is_tame(path)) return;
	char *full = malloc(512);
	snprintf(full, 512, "%s" DEVICES "%s", root, path);
	make_folders(full);
	FILE *file = fopen(full, "w");
	if (!file) {
		free(full);
		return;
	}
	for (; *text; text++) {
		bool is_line_feed = text[0] == '\\' && text[1] == 'n';
		fputc(is_line_feed ? '\n' : *text, file);
		text += is_line_feed;
	}
	fclose(file);
	made[nr_made++] = full;
}

static void remove_files(void)
{
	while (nr_made) {
		char *path = made[--nr_made];
		unlink(path);
		for (char *slash; (slash = strrchr(path, '/')) && slash > path + strlen(root) + strlen(DEVICES) - 1;) {
			*slash = '\0';
			if (rmdir(path) < 0) break;
		}
		free(path);
	}
}

static void parse_events(const struct event_catalogue *catalogue, const struct listing *listing)
{
	for (size_t i = 0; i < listing->events.count && i < 100; i++) {
		const struct listed_event *row = &listing->events.items[i];
		struct event_list list = EVENT_LIST_INIT;
		struct err err = ERR_INIT;
		(void)event_parse(&list, row->name, catalogue, EVENT_USE_COUNT, &err);
		if (row->alias) (void)event_parse(&list, row->alias, catalogue, EVENT_USE_RECORD, &err);
		event_list_done(&list);
		err_done(&err);
	}
}

FUZZ(data, size)
{
	if (!root[0]) {
		const char *tmp = getenv("TMPDIR");
		snprintf(root, sizeof(root), "%.40s/fuzz-sysfs-XXXXXX", tmp ? tmp : "/tmp");
		if (!mkdtemp(root)) abort();
	}
	char *text = fuzz_text(data, size), *rest;
	for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		char *blank = strchr(line, ' ');
		if (blank) *blank = '\0';
		make_file(line, blank ? blank + 1 : "");
	}
	free(text);
	const struct kernelfs fs = { root };
	struct pmus *pmus = pmus_new(&fs, NULL);
	const struct event_catalogue catalogue = pmus_catalogue(pmus);
	const struct listing_options options = { .encodings = true, .each_pmu = size & 1 };
	const struct listing_format format = { .desc = true, .details = true, .columns = 79 };
	struct listing listing;
	listing_init(&listing);
	listing_add(&listing, NULL, &catalogue, NULL, &options);
	struct outbuf out;
	out_init(&out, -1);
	listing_write_text(&listing, &format, &out);
	listing_write_json(&listing, &out);
	out_done(&out);
	parse_events(&catalogue, &listing);
	listing_done(&listing);
	pmus_free(pmus);
	remove_files();
}
