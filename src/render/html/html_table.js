// The entries of the report: sorted by any column, those that the search finds, of what is chosen. Only rows in view are elements.
(() => {
const ROW = 22, PAPER_ROWS = 100;
let head, scroller, spacer, rowsPlace, count, sortBy = 0, descending = true, order = [], texts = {};
const {facts, state} = page;

const load = async () => {
	const p = state.profile;
	if (texts[p] || !facts.tables) return;
	const reader = await page.reader('texts' + p), n = reader.number();
	texts[p] = facts.tables[p].map(() => reader.column(n));
};
// {title, number, value(row)} or {title, text(row)}
const columns = () => {
	const w = page.profile.weights(), children = facts.profiles[state.profile].children, list = [];
	if (children) list.push({title: 'Children', number: true, value: i => w.rows.total[i], show: i => page.percent(w.rows.total[i], w.whole)});
	list.push({title: children ? 'Self' : 'Overhead', number: true, value: i => w.rows.own[i], show: i => page.percent(w.rows.own[i], w.whole)});
	list.push({title: 'Samples', number: true, value: i => w.rows.samples[i], show: i => page.grouped(w.rows.samples[i])});
	facts.tables[state.profile].forEach((column, k) => {
		const ids = texts[state.profile][k], text = i => page.names[ids[i]];
		list.push({title: column.title.trim(), name: column.name, number: false, value: text, show: i => page.clean(text(i))});
	});
	return list;
};
const sort = () => {
	const list = columns(), w = page.profile.weights(), n = w.rows.count, {match} = state, column = list[Math.min(sortBy, list.length - 1)];
	const textColumns = list.filter(c => !c.number), isPart = w.rows !== page.profile.data().rows;
	order = [];
	for (let i = 0; i < n; i++) {
		if (isPart && !w.rows.total[i] && !w.rows.own[i]) continue;
		if (match && !textColumns.some(c => match(c.value(i)))) continue;
		order.push(i);
	}
	// rows stand as in the report; a stable sort keeps that among equals
	const sign = descending ? -1 : 1;
	if (column.number) order.sort((a, b) => sign * (column.value(a) - column.value(b)) || a - b);
	else order.sort((a, b) => { const l = column.value(a), r = column.value(b); return l === r ? a - b : sign * (l < r ? -1 : 1); });
};
const drawHead = () => {
	head.textContent = '';
	columns().forEach((column, i) => {
		const cell = page.make('button', {type: 'button', class: column.number ? 'number' : column.name === 'symbol' ? 'wide' : 'text', title: 'Sort by ' + column.title}, head, column.title + (i === sortBy ? descending ? ' \u25be' : ' \u25b4' : ''));
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
	const most = list[0].number ? Math.max(1, ...order.slice(0, 1).map(i => w.rows.total[i])) : 1;
	spacer.style.height = (paper ? nr : order.length) * ROW + 'px';
	rowsPlace.style.transform = `translateY(${first * ROW}px)`;
	const fresh = document.createDocumentFragment();
	for (let n = first; n < Math.min(order.length, first + nr); n++) {
		const i = order[n], frame = frameOf(i), row = page.make('div', {class: 'row' + (frame >= 0 && frame === state.frame ? ' on' : ''), 'data-row': i}, fresh);
		row.style.setProperty('--share', (100 * w.rows.total[i] / Math.max(w.whole, 1)).toFixed(2) + '%');
		for (const column of list) {
			const text = column.show(i);
			page.make('span', {class: column.number ? 'number' : column.name === 'symbol' ? 'wide' : 'text', ...column.number ? {} : {title: text}}, row, text.length > 300 ? page.fit(text, 300) : text);
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
