/* A kernel with BTF, and nothing else that tells types.
 * gcc -O2 -gbtf -nostdlib -static -no-pie -fno-pie -mcmodel=kernel -mno-red-zone -fno-asynchronous-unwind-tables -ffile-prefix-map=$PWD=.
 *     -Wl,--build-id=none,-z,noseparate-code,-z,max-page-size=4096,-Ttext=0xffffffff81000000,--defsym,_text=0xffffffff81000000
 *     -e _text -o vmlinux kernel.c */
struct device { long state; struct device *parent; int users; };
struct file { struct device *device; unsigned int flags; char name[16]; };
__attribute__((noinline)) struct device *device_get(struct device *device) { device->users++; return device->parent; }
long file_open(struct file *file) { return device_get(file->device)->state + file->flags; }
