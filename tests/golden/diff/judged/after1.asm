feature nrcpus 8 8
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
include ../../include/kernel_program_library.asm
sample ip=0xffffffff81000110 misc=kernel time=2001000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2002000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2003000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2004000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2005000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2006000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2007000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2008000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2009000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2010000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2011000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2012000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2013000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2014000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2015000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2016000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2017000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2018000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2019000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2020000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2021000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2022000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2023000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2024000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2025000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2026000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2027000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2028000 period=1000
sample ip=0xffffffff81000110 misc=kernel time=2029000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2030000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2031000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2032000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2033000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2034000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2035000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2036000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2037000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2038000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2039000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2040000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2041000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2042000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2043000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2044000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2045000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2046000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2047000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2048000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2049000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2050000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2051000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2052000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2053000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2054000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2055000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2056000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2057000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2058000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2059000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2060000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2061000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2062000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2063000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2064000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2065000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2066000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2067000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2068000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2069000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2070000 period=1000
sample ip=0xffffffff81000210 misc=kernel time=2071000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2072000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2073000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2074000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2075000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2076000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2077000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2078000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2079000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2080000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2081000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2082000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2083000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2084000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2085000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2086000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2087000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2088000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2089000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2090000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2091000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2092000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2093000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2094000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2095000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2096000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2097000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2098000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2099000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2100000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2101000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2102000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2103000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2104000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2105000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2106000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2107000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2108000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2109000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2110000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2111000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2112000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2113000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2114000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2115000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2116000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2117000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2118000 period=1000
sample ip=0xffffffff81000410 misc=kernel time=2119000 period=1000
sample ip=0xffffffff81000810 misc=kernel time=2120000 period=1000
sample ip=0xffffffff81000810 misc=kernel time=2121000 period=1000
sample ip=0xffffffff81000810 misc=kernel time=2122000 period=1000
sample ip=0xffffffff81000810 misc=kernel time=2123000 period=1000
sample ip=0xffffffff81000810 misc=kernel time=2124000 period=1000
sample ip=0xffffffff81000810 misc=kernel time=2125000 period=1000
sample ip=0xffffffff81000810 misc=kernel time=2126000 period=1000
sample ip=0xffffffff81000810 misc=kernel time=2127000 period=1000
sample ip=0xffffffff81000810 misc=kernel time=2128000 period=1000
sample ip=0xffffffff81000810 misc=kernel time=2129000 period=1000
sample ip=0xffffffff81000810 misc=kernel time=2130000 period=1000
sample ip=0xffffffff81000810 misc=kernel time=2131000 period=1000
sample ip=0xffffffff81000810 misc=kernel time=2132000 period=1000
sample ip=0xffffffff81000810 misc=kernel time=2133000 period=1000
sample ip=0xffffffff81000810 misc=kernel time=2134000 period=1000
sample ip=0xffffffff81000810 misc=kernel time=2135000 period=1000
sample ip=0xffffffff81000810 misc=kernel time=2136000 period=1000
sample ip=0xffffffff81000810 misc=kernel time=2137000 period=1000
sample ip=0xffffffff81000810 misc=kernel time=2138000 period=1000
sample ip=0x400123 time=2139000 period=1000
sample ip=0x400123 time=2140000 period=1000
sample ip=0x400123 time=2141000 period=1000
sample ip=0x400123 time=2142000 period=1000
sample ip=0x400123 time=2143000 period=1000
sample ip=0x400123 time=2144000 period=1000
sample ip=0x400123 time=2145000 period=1000
sample ip=0x400123 time=2146000 period=1000
sample ip=0x400123 time=2147000 period=1000
sample ip=0x400123 time=2148000 period=1000
sample ip=0x400123 time=2149000 period=1000
sample ip=0x400123 time=2150000 period=1000
sample ip=0x400123 time=2151000 period=1000
sample ip=0x400123 time=2152000 period=1000
sample ip=0x400123 time=2153000 period=1000
sample ip=0x400123 time=2154000 period=1000
sample ip=0x400123 time=2155000 period=1000
sample ip=0x400123 time=2156000 period=1000
sample ip=0x400123 time=2157000 period=1000
sample ip=0x400123 time=2158000 period=1000
sample ip=0x400123 time=2159000 period=1000
sample ip=0x400123 time=2160000 period=1000
sample ip=0x400123 time=2161000 period=1000
sample ip=0x400123 time=2162000 period=1000
sample ip=0x400123 time=2163000 period=1000
sample ip=0x400123 time=2164000 period=1000
sample ip=0x400123 time=2165000 period=1000
sample ip=0x400123 time=2166000 period=1000
sample ip=0x400123 time=2167000 period=1000
sample ip=0x400123 time=2168000 period=1000
sample ip=0x400123 time=2169000 period=1000
sample ip=0x400123 time=2170000 period=1000
sample ip=0x400123 time=2171000 period=1000
sample ip=0x400123 time=2172000 period=1000
sample ip=0x400123 time=2173000 period=1000
sample ip=0x400123 time=2174000 period=1000
sample ip=0x400123 time=2175000 period=1000
sample ip=0x400123 time=2176000 period=1000
sample ip=0x400123 time=2177000 period=1000
sample ip=0x400123 time=2178000 period=1000
sample ip=0x400123 time=2179000 period=1000
sample ip=0x400123 time=2180000 period=1000
sample ip=0x400123 time=2181000 period=1000
sample ip=0x400123 time=2182000 period=1000
sample ip=0x400123 time=2183000 period=1000
sample ip=0x400123 time=2184000 period=1000
sample ip=0x400123 time=2185000 period=1000
sample ip=0x400123 time=2186000 period=1000
sample ip=0x400123 time=2187000 period=1000
sample ip=0x400123 time=2188000 period=1000
sample ip=0x400123 time=2189000 period=1000
sample ip=0x400123 time=2190000 period=1000
sample ip=0x400123 time=2191000 period=1000
sample ip=0x400123 time=2192000 period=1000
sample ip=0x400123 time=2193000 period=1000
sample ip=0x400123 time=2194000 period=1000
sample ip=0x400123 time=2195000 period=1000
sample ip=0x400123 time=2196000 period=1000
