# Counts that lie, strings that end nowhere, sections outside of the file: what is sound is shown.
event cycles ids=1
feature hostname u32:1000000 text:vm
feature osrelease 6.1.0
feature arch u32:4 hex:41414141
feature cmdline u32:0xffffffff
feature nrcpus 4 cut=2
feature numa_topology u32:5 zeros:8
feature version 6.12 section_offset=0x7fffffffffffffff
feature cpudesc CPU section_size=0x10000000
feature pmu_mappings u32:100000 u32:1 string:x
finished_round
