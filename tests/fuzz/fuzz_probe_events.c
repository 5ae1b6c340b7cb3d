/* Lines of tracefs' kprobe_events and uprobe_events, files of remembered probes, arguments of markers. What is written
 * must be read again as the same. */
#include <assert.h>
#include <elf.h>
#include <string.h>
#include "probe/probe_cache.h"
#include "probe/probe_naming.h"
#include "probe/sdt_note.h"
#include "tests/fuzz/fuzz.h"

static void check_line(const char *line, size_t size)
{
	struct probe_event event, again;
	_strbuf_done_ struct strbuf first = STRBUF_INIT, second = STRBUF_INIT;
	if (probe_event_parse(line, size, &event, NULL) < 0) return;
	probe_event_format(&event, &first);
	probe_event_done(&event);
	int r = probe_event_parse(strbuf_text(&first), first.size, &again, NULL);
	assert(r == 0);
	probe_event_format(&again, &second);
	probe_event_done(&again);
	assert(strcmp(strbuf_text(&first), strbuf_text(&second)) == 0);
}

static void check_cache(const char *text, size_t size)
{
	_probe_cache_done_ struct probe_cache cache = PROBE_CACHE_INIT, again = PROBE_CACHE_INIT;
	_probe_events_done_ struct probe_events events = PROBE_EVENTS_INIT;
	_strbuf_done_ struct strbuf first = STRBUF_INIT, second = STRBUF_INIT;
	(void)probe_cache_parse(text, size, &cache);
	(void)probe_cache_collect(&cache, "sdt_*", "*", &events);
	probe_cache_format(&cache, &first);
	(void)probe_cache_parse(strbuf_text(&first), first.size, &again);
	probe_cache_format(&again, &second);
	assert(strcmp(strbuf_text(&first), strbuf_text(&second)) == 0);
}

/* The text as arguments of a marker of each machine: what becomes of them are lines that can be read. */
static void check_marker(const char *text)
{
	static const uint16_t machines[] = { EM_X86_64, EM_AARCH64, EM_386, EM_S390 };
	for (size_t i = 0; i < ARRAY_SIZE(machines); i++) {
		struct image_segment segment = { .type = PT_LOAD, .file_size_bytes = 0x1000, .mem_size_bytes = 0x1000 };
		struct image image = { .is64 = true, .machine = machines[i], .segments = &segment, .nr_segments = 1 };
		struct sdt_notes notes = { .items = VEC_INIT };
		struct sdt_note note = {
			.provider = "prov", .name = "name", .args = text, .elf_addr = 0x123, .semaphore_addr = 0x456
		};
		_strbuf_done_ struct strbuf out = STRBUF_INIT;
		_probe_cache_done_ struct probe_cache cache = PROBE_CACHE_INIT;
		vec_push(&notes.items, note);
		sdt_definitions_format(&notes, &image, "/bin/x", &out);
		size_t nr_left_out = probe_cache_parse(strbuf_text(&out), out.size, &cache);
		assert(nr_left_out == 0);
		vec_done(&notes.items);
	}
}

FUZZ(data, size)
{
	_free_ char *text = xstrndup((const char *)data, size);
	_probe_names_done_ struct probe_names names = PROBE_NAMES_INIT;
	size = strlen(text);
	probe_names_add_lines(&names, text);
	for (const char *line = text; *line;) {
		size_t length = strcspn(line, "\n");
		check_line(line, length);
		line += length + (line[length] == '\n');
	}
	check_cache(text, size);
	text[strcspn(text, "\n")] = '\0';
	check_marker(text);
}
