// Shared cache lines: which code accesses which offset of each.
(() => {
let data = {lines: []};
const heads = ['Offset', 'Remote HITM', 'Local HITM', 'Peer', 'Stores', 'Loads', 'CPUs', 'Code', 'Source'];
const share = (part, all) => part ? page.grouped(part) + ' (' + page.percent(part, all) + ')' : '';
const addLine = (line, element) => {
	const name = line.symbol ? page.clean(line.symbol) + ' in ' + page.clean(line.object) : page.clean(line.object) || 'nothing mapped';
	page.make('h3', {}, element, line.address + ' \u2013 ' + page.fit(name, 120));
	const table = page.make('table', {}, element), head = page.make('tr', {}, page.make('thead', {}, table)), body = page.make('tbody', {}, table);
	for (const title of heads) page.make('th', {}, head, title);
	for (const row of line.rows) {
		const tr = page.make('tr', {'data-offset': row.offset}, body);
		const cells = ['0x' + row.offset.toString(16), share(row.remote, line.remote), share(row.local, line.local), share(row.peer, line.peer),
			share(row.stores, line.stores), share(row.loads, line.loads), row.cpus];
		for (const cell of cells) page.make('td', {class: 'number'}, tr, String(cell));
		page.make('td', {}, tr, page.fit(page.clean(row.symbol || row.object || '[unknown]'), 80));
		page.make('td', {}, tr, page.clean(row.source));
	}
	if (line.more) page.make('p', {class: 'hint'}, element, line.more + ' more rows: perf c2c report --stdio shows all.');
};
page.section('lines', {
	title: 'Cache lines',
	async load() {
		if (!data.lines.length) data = JSON.parse(page.text(await page.inflate('lines')));
	},
	make(element) {
		page.make('p', {class: 'hint'}, element, 'Lines of ' + data.bytes + ' bytes by loads that found them modified in another cache (HITM). Loads and stores at different offsets of one line are false sharing.');
		for (const line of data.lines) addLine(line, element);
		if (data.more) page.make('p', {class: 'hint'}, element, data.more + ' more lines: perf c2c report --stdio shows all.');
	},
});
})();
