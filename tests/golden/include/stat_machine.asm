# What `perf stat record` says of the machine it ran on.
feature event_desc
feature stat
feature hostname vm
feature arch x86_64
feature cpuid "GenuineIntel,6,85,4"
