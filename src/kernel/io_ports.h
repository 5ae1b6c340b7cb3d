/* PCIe root ports whose traffic the uncore counts: the boxes "uncore_iio_N" of Intel's servers, one for each root port
 * of a die (Documentation/ABI/testing/sysfs-devices-mapping). */
#ifndef KERNEL_IO_PORTS_H
#define KERNEL_IO_PORTS_H

#include "base/vec.h"
#include "kernel/kernelfs.h"

/* pmu is the N of uncore_iio_N. die counts the machine's dies from 0, as the kernel does in the files' names; socket
 * and die_id are what the topology of its CPUs says (cpu_topology.h), -1: not known. */
struct io_port {
	uint32_t domain, bus;
	unsigned pmu, die;
	int32_t socket, die_id;
};
struct io_ports {
	VEC(struct io_port) ports;
};

/* All of them, those of a PMU together; the caller calls vec_done on ports. 0; or -ENOTSUP with an empty list: there
 * is none, or the kernel does not tell which box is of which port. */
int io_ports_read(const struct kernelfs *fs, struct io_ports *ret);

#endif
