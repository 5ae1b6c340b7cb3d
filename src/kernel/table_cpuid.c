#include "kernel/table_cpuid.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "base/strbuf.h"

/* The value of the first line "name  : value"; "" when there is none. The caller frees. */
static char *field(const char *text, const char *name)
{
	size_t size = strlen(name);
	for (const char *line = text; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
		if (strncmp(line, name, size) != 0) continue;
		const char *at = line + size;
		while (*at == ' ' || *at == '\t') at++;
		if (*at++ != ':') continue;
		while (*at == ' ' || *at == '\t') at++;
		size_t length = strcspn(at, "\n");
		while (length && isspace((unsigned char)at[length - 1])) length--;
		return xstrndup(at, length);
	}
	return xstrdup("");
}

static char *x86(const char *cpuinfo)
{
	_free_ char *vendor = field(cpuinfo, "vendor_id"), *family = field(cpuinfo, "cpu family"), *model = field(cpuinfo, "model"), *stepping = field(cpuinfo, "stepping");
	if (!*vendor || !*family || !*model) return NULL;
	return xasprintf("%s-%lu-%lX-%lX", vendor, strtoul(family, NULL, 10), strtoul(model, NULL, 10), strtoul(stepping, NULL, 10));
}

static char *arm64(const struct kernelfs *fs)
{
	const uint64_t variant_and_revision = 0xf0000f;
	uint64_t midr;
	struct kernelfs_names cpus;
	char *text = NULL;
	if (kernelfs_list(fs, "sys/devices/system/cpu", KERNELFS_BY_NUMBER, &cpus) < 0) return NULL;
	for (size_t i = 0; !text && i < cpus.names.count; i++) /* the first CPU that is online: others have no such file */
		if (kernelfs_read_u64(fs, &midr, "sys/devices/system/cpu/%s/regs/identification/midr_el1", cpus.names.items[i]))
			text = xasprintf("0x%016" PRIx64, midr & ~variant_and_revision);
	kernelfs_names_done(&cpus);
	return text;
}

/* Words joined by commas: "704              A01" -> "704,A01". */
static void add_words(struct strbuf *text, const char *words)
{
	for (const char *at = words; *at;) {
		while (*at == ' ') at++;
		size_t size = strcspn(at, " ");
		if (size) strbuf_printf(text, "%s%.*s", text->size ? "," : "", (int)size, at);
		at += size;
	}
}

static char *s390(const struct kernelfs *fs)
{
	_free_ char *sysinfo = kernelfs_read(fs, "proc/sysinfo"), *levels = kernelfs_read(fs, "proc/service_levels");
	if (!sysinfo) return NULL;
	_free_ char *manufacturer = field(sysinfo, "Manufacturer"), *type = field(sysinfo, "Type"), *model = field(sysinfo, "Model");
	if (!*manufacturer || !*type) return NULL;
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	add_words(&text, manufacturer);
	add_words(&text, type);
	add_words(&text, model);
	const char *counters = levels ? strstr(levels, "CPU-MF: Counter facility: version=") : NULL;
	char version[16], authorization[16];
	if (counters && sscanf(counters, "CPU-MF: Counter facility: version=%15s authorization=%15s", version, authorization) == 2)
		strbuf_printf(&text, ",%s,%s", version, authorization);
	return strbuf_take(&text);
}

static char *power(const char *cpuinfo)
{
	const char *pvr = strstr(cpuinfo, "(pvr ");
	unsigned version, revision;
	return pvr && sscanf(pvr, "(pvr %4x %4x)", &version, &revision) == 2 ? xasprintf("0x%04x%04x", version, revision) : NULL;
}

static char *riscv(const char *cpuinfo)
{
	_free_ char *vendor = field(cpuinfo, "mvendorid"), *arch = field(cpuinfo, "marchid"), *implementation = field(cpuinfo, "mimpid");
	return *vendor && *arch && *implementation ? xasprintf("%s-%s-%s", vendor, arch, implementation) : NULL;
}

char *table_cpuid(const struct kernelfs *fs)
{
	_free_ char *cpuinfo = kernelfs_read(fs, "proc/cpuinfo");
	char *text = arm64(fs);
	if (!text) text = s390(fs);
	if (!text && cpuinfo) text = x86(cpuinfo);
	if (!text && cpuinfo) text = power(cpuinfo);
	if (!text && cpuinfo) text = riscv(cpuinfo);
	return text;
}
