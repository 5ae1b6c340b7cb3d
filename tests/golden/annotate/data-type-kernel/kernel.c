/* A kernel that describes its types itself:
 * gcc -O2 -gbtf -nostdlib -static -no-pie -fno-pie -mcmodel=kernel -mno-red-zone -fno-asynchronous-unwind-tables -fno-ipa-icf
 *     -Wl,--build-id=none,-z,noseparate-code,-z,max-page-size=4096,-Ttext=0xffffffff81000000,--defsym,_text=0xffffffff81000000 -e _text
 *     -o vmlinux kernel.c */
struct list { struct list *next, *prev; };
struct page { unsigned long flags; struct list lru; union { int count; void *mapping; }; unsigned dirty : 1, order : 7; };
typedef struct { long value; } counter_t;
struct zone { const char *name; long free[4]; struct page *first; counter_t uses; int (*shrink)(struct zone *); };
struct zone zones[4];
struct page *last_page;

__attribute__((noinline)) struct page *zone_page(struct zone *zone, int order)
{
	zone->uses.value++;
	return zone->free[order & 3] ? zone->first : last_page;
}

__attribute__((noinline)) long count_pages(struct zone *zone, int nr)
{
	long sum = 0;
	for (int i = 0; i < nr; i++) {
		struct page *page = zone_page(&zone[i], i);
		if (page) sum += page->count + page->order;
		if (zone[i].shrink) sum += zone[i].shrink(&zone[i]);
	}
	return sum;
}

long all_pages(void) { return count_pages(zones, 4) + zones[2].free[1]; }
