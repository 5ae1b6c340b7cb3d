/* A kernel's image and a module, as perf probe -k and -m see them. */
typedef unsigned int u32;
struct device {
	struct device *parent;
	u32 id, state : 4, kind : 12;
	char name[16];
};

u32 jiffies;
static u32 count __attribute__((used)); /* there is another in another file: count.1 */
__attribute__((section(".data..percpu"))) u32 irq_stat;

extern void printk(const char *format, ...);

__attribute__((section(".init.text"))) int start_early(int argument)
{
	count += argument;
	return jiffies;
}

int device_add(struct device *device, u32 flags)
{
	if (!device->parent)
		return -1;
	printk(device->name);
	device->state = flags + irq_stat;
	count++;
	return start_early(flags);
}

static __attribute__((noinline)) void device_put(struct device *device)
{
	device->id--;
	printk(device->name);
}

void device_remove(struct device *device)
{
	if (device->kind == 3)
		device_put(device->parent);
	jiffies++;
	printk("gone");
}
