// The entries of the report: sorted by any column, those that the search finds, of what is chosen. Only rows in view are elements.
(() => {
const ROW = 22, PAPER_ROWS = 100;
let head, scroller, spacer, rowsPlace, count, sortBy = -1, descending = true, order = [], texts = {}, values = {};
const {facts, state} = page;

const load = async () => {
	const p = state.profile;
	if (!facts.tables) return;
	if (!texts[p]) {
		const reader = await page.reader('texts' + p), n = reader.number();
		texts[p] = facts.tables[p].map(column => column.number ? n : reader.column(n));
	}
	const {number} = page.event();
	if (!values[number]) {
		const reader = await page.reader('values' + number);
		values[number] = facts.tables[p].map((column, k) => column.number ? reader.column(texts[p][k]) : null);
	}
};
// What is known of a part of the recording, too; the others are of everything.
const weighed = {
	overhead_children: w => ({value: i => w.rows.total[i], show: i => page.percent(w.rows.total[i], w.whole)}),
	overhead: w => ({value: i => w.rows.own[i], show: i => page.percent(w.rows.own[i], w.whole)}),
	sample: w => ({value: i => w.rows.samples[i], show: i => page.grouped(w.rows.samples[i])}),
	period: w => ({value: i => w.rows.own[i], show: i => page.grouped(w.rows.own[i])}),
};
// {title, name, number, value(row), show(row)}
const columns = () => {
	const w = page.profile.weights(), isPart = w.rows !== page.profile.data().rows, list = [];
	const {number} = page.event();
	facts.tables[state.profile].forEach((column, k) => {
		const of = {title: column.title.trim(), name: column.name, number: column.number};
		const ids = column.number ? values[number][k] : texts[state.profile][k], text = i => page.names[ids[i]];
		if (weighed[column.name]) list.push({...of, ...weighed[column.name](w)});
		else if (column.number) list.push({...of, value: i => isPart ? 0 : parseFloat(text(i)) || 0, show: i => isPart ? '\u2013' : text(i)});
		else list.push({...of, value: text, show: i => page.clean(text(i))});
	});
	const last = list.map(column => column.number).lastIndexOf(true);
	if (!list.some(column => column.name === 'sample')) list.splice(last + 1, 0, {title: page.event().wall ? 'Intervals' : 'Samples', name: 'sample', added: true, number: true, ...weighed.sample(w)});
	return list;
};
// The weight that rows of a part are ordered by at first.
const firstWeight = list => list.findIndex(column => weighed[column.name]);
const sort = () => {
	const list = columns(), w = page.profile.weights(), n = w.rows.count, {match} = state, isPart = w.rows !== page.profile.data().rows;
	const column = list[sortBy >= 0 && sortBy < list.length ? sortBy : isPart ? firstWeight(list) : -1], textColumns = list.filter(c => !c.number);
	order = [];
	for (let i = 0; i < n; i++) {
		if (isPart && !w.rows.total[i] && !w.rows.own[i]) continue;
		if (match && !textColumns.some(c => match(c.value(i)))) continue;
		order.push(i);
	}
	if (!column) return;
	// rows stand as in the report; a stable sort keeps that among equals
	const sign = descending ? -1 : 1;
	if (column.number) order.sort((a, b) => sign * (column.value(a) - column.value(b)) || a - b);
	else order.sort((a, b) => { const l = column.value(a), r = column.value(b); return l === r ? a - b : sign * (l < r ? -1 : 1); });
};
const classOf = column => (column.number ? 'number' : column.name === 'symbol' ? 'wide' : 'text') + (column.name === 'sample' && column.added ? ' column-sample' : '');
const drawHead = () => {
	head.textContent = '';
	columns().forEach((column, i) => {
		const cell = page.make('button', {type: 'button', class: classOf(column), title: 'Sort by ' + column.title}, head, column.title + (i === sortBy ? descending ? ' \u25be' : ' \u25b4' : ''));
		cell.addEventListener('click', () => {
			descending = i === sortBy ? !descending : column.number;
			sortBy = i;
			update();
		});
	});
};
const frameOf = row => {
	const frame = page.profile.data().nodes.rowFrame.get(row);
	return frame === undefined ? -1 : frame;
};
const drawRows = () => {
	if (!order) return;
	const paper = page.isPaper(), list = columns(), w = page.profile.weights();
	const first = paper ? 0 : Math.max(0, Math.floor(scroller.scrollTop / ROW) - 5), nr = paper ? Math.min(order.length, PAPER_ROWS) : Math.ceil(scroller.clientHeight / ROW) + 10;
	spacer.style.height = (paper ? nr : order.length) * ROW + 'px';
	rowsPlace.style.transform = `translateY(${first * ROW}px)`;
	const fresh = document.createDocumentFragment();
	for (let n = first; n < Math.min(order.length, first + nr); n++) {
		const i = order[n], frame = frameOf(i), row = page.make('div', {class: 'row' + (frame >= 0 && frame === state.frame ? ' on' : ''), 'data-row': i}, fresh);
		row.style.setProperty('--share', (100 * w.rows.total[i] / Math.max(w.whole, 1)).toFixed(2) + '%');
		for (const column of list) {
			const text = column.show(i);
			page.make('span', {class: classOf(column), ...column.number ? {} : {title: text}}, row, text.length > 300 ? page.fit(text, 300) : text);
		}
	}
	rowsPlace.replaceChildren(fresh);
	count.textContent = page.grouped(order.length) + (order.length === 1 ? ' row' : ' rows') + (paper && order.length > nr ? ', the first ' + nr + ' shown' : '');
};
const update = () => { drawHead(); sort(); drawRows(); };
let stale = true;
page.section('table', {
	title: 'Table',
	load,
	make(element) {
		const tools = page.make('div', {class: 'tools'}, element);
		count = page.make('span', {class: 'hint'}, tools);
		page.make('span', {class: 'hint noprint'}, tools, 'A click on a row shows its callers and callees.');
		head = page.make('div', {class: 'row head'}, element);
		scroller = page.make('div', {class: 'rows', tabindex: '0'}, element);
		spacer = page.make('div', {class: 'spacer'}, scroller);
		rowsPlace = page.make('div', {class: 'placed'}, spacer);
		scroller.addEventListener('scroll', drawRows);
		rowsPlace.addEventListener('click', event => {
			const row = event.target.closest('[data-row]'), frame = row ? frameOf(Number(row.dataset.row)) : -1;
			if (frame >= 0 && !String(getSelection())) page.set({frame, tab: 'sandwich'});
		});
	},
	update(changed) {
		if (changed.has('frame') || ['profile', 'event', 'span', 'thread', 'match'].some(name => changed.has(name))) stale = true;
		if (page.state.tab === 'table' && stale) { update(); stale = false; }
	},
	show() {
		scroller.style.height = page.isPaper() ? 'auto' : Math.max(160, innerHeight - scroller.getBoundingClientRect().top - scrollY - 16) + 'px';
		if (stale) update(); else drawRows();
		stale = false;
	},
});
page.tableRows = () => { update(); const list = columns(); return order.map(i => list.map(column => column.show(i))); };
})();
