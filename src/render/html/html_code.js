// Source and assembly of the hottest functions of each event, with what each line weighs in what is chosen: event, span, thread.
(() => {
const PAPER_LINES = 150, PAPER_AROUND = 4;
let listings = null, current = -1, drawn = -1, stale = true, select, lines, remark, cells = [], known = {key: ''};
const {state} = page, GAP = 3, SOURCE = 1;

const readPlaces = async event => {
	const reader = await page.reader('places' + event.number);
	if (!reader) return null;
	const count = reader.number(), listing = reader.column(count), line = reader.column(count), samples = reader.column(count), own = reader.signedColumn(count);
	for (let i = 0; i < count; i++) {
		if (i) listing[i] += listing[i - 1];
		line[i]--;
		own[i] += samples[i] * event.unit;
	}
	const timed = reader.column(reader.number()), moments = await page.reader('moments' + event.number);
	return {count, listing, line, samples, own, timed, moments: moments && page.profile.readMoments(moments, event)};
};
const code = () => page.profile.data().code;
// {own, samples: by place; sums: by listing; whole: what shares of all are of}, of what is chosen where that is known.
const weights = () => {
	const c = code(), {event} = page.profile.data(), key = [event.number, state.span, state.thread].join();
	if (known.key === key) return known;
	known = {key, own: c.own, samples: c.samples, sums: new Float64Array(listings.length), whole: page.profile.weights().whole, isPart: false};
	if (page.profile.isPart() && c.moments) {
		const own = new Float64Array(c.count), samples = new Float64Array(c.count);
		page.profile.eachChosen(c.moments, i => {
			own[c.moments.node[i]] += c.moments.own[i];
			samples[c.moments.node[i]] += c.moments.samples[i];
		});
		for (let i = 0; i < c.count; i++) if (!c.timed[c.listing[i]]) { own[i] = c.own[i]; samples[i] = c.samples[i]; }
		Object.assign(known, {own, samples, isPart: true});
	}
	for (let i = 0; i < c.count; i++) known.sums[c.listing[i]] += known.own[i];
	return known;
};
// Whether what is shown of a listing is of what is chosen, not of everything.
const follows = number => !page.profile.isPart() || weights().isPart && code().timed[number] === 1;
const shareOf = number => {
	const w = weights();
	return page.percent(w.sums[number], follows(number) ? w.whole : page.event().period);
};
// The listing of a function by name and object; -1: it has none.
const find = (name, object) => {
	const same = listings.map((one, i) => i).filter(i => listings[i].symbol === name);
	const exact = same.find(i => listings[i].object === object || listings[i].object.endsWith('/' + object));
	return exact !== undefined ? exact : same.length === 1 ? same[0] : -1;
};
const fillSelect = () => {
	const w = weights(), inEvent = new Set(code().listing);
	const order = listings.map((one, i) => i).filter(i => inEvent.has(i)).sort((a, b) => w.sums[b] - w.sums[a] || a - b);
	if (!order.includes(current)) current = order.length ? order[0] : -1;
	select.replaceChildren(...order.map(i => page.make('option', {value: i}, null, shareOf(i) + '  ' + page.fit(page.clean(listings[i].symbol), 80))));
	select.value = current;
	select.hidden = !order.length;
};
// By line [own, samples] of the listing that is shown.
const byLine = () => {
	const w = weights(), c = code(), found = new Map();
	for (let i = 0; i < c.count; i++) if (c.listing[i] === current && c.line[i] >= 0 && w.own[i]) found.set(c.line[i], [w.own[i], w.samples[i]]);
	return found;
};
const paperLines = heavy => {
	const keep = new Set(), order = [...heavy].sort((a, b) => b[1][0] - a[1][0]);
	for (const [line] of order) for (let i = line - PAPER_AROUND; i <= line + PAPER_AROUND && keep.size < PAPER_LINES; i++) keep.add(i);
	return keep;
};
const drawLines = () => {
	const fresh = document.createDocumentFragment(), keep = page.isPaper() ? paperLines(byLine()) : null;
	cells = [];
	drawn = current;
	if (current >= 0) listings[current].lines.forEach(([kind, text, fileLine, address, target], i) => {
		if (keep && !keep.has(i)) return;
		const row = page.make('div', {class: 'line' + (kind === SOURCE ? ' source' : kind === GAP ? ' gap' : ''), 'data-line': i}, fresh);
		cells[i] = page.make('span', {class: 'number'}, row);
		page.make('span', {class: 'place'}, row, kind === SOURCE ? fileLine || '' : address === '0' ? '' : address);
		const shown = kind === GAP ? `\u2026 ${text} lines without samples` : page.clean(text.replace(/\t/g, '        '));
		const element = page.make('code', {}, row, shown);
		if (target >= 0) { element.classList.add('jump'); element.title = 'Jump to the target'; element.addEventListener('click', () => goTo(target)); }
	});
	lines.replaceChildren(fresh);
};
const drawWeights = () => {
	const heavy = byLine(), sum = current >= 0 ? weights().sums[current] : 0;
	cells.forEach((cell, i) => {
		const found = heavy.get(i), part = found && sum ? found[0] / sum : 0, text = found ? page.percent(found[0], sum) : '';
		if (cell.textContent === text) return;
		cell.textContent = text;
		cell.title = found ? page.grouped(found[1]) + ' samples, ' + page.weight(found[0]) : '';
		if (part > 0) cell.style.setProperty('--heat', Math.min(1, 0.12 + part * 3).toFixed(2));
		else cell.style.removeProperty('--heat');
	});
	tellWhat();
};
const tellWhat = () => {
	if (current < 0) { remark.textContent = page.event().wall ? 'Code is weighed by samples: choose an event above.' : 'The code of this event\u2019s functions is not on the page.'; return; }
	const what = page.profile.isPart() ? follows(current) ? ' of what is chosen' : ' of the whole recording: when this function\u2019s samples were taken is not on the page' : ' of all';
	remark.textContent = page.clean(listings[current].object) + ' \u2013 shares are of the function, which is ' + shareOf(current) + what + (page.isPaper() && cells.length ? '; lines near the heaviest' : '');
};
const drawFound = () => {
	const {match} = state;
	[...lines.children].forEach(row => row.classList.toggle('hit', Boolean(match) && match(row.lastChild.textContent)));
};
const update = () => {
	stale = false;
	fillSelect();
	if (drawn !== current || page.isPaper() || update.wasPaper) { drawLines(); drawFound(); }
	update.wasPaper = page.isPaper();
	drawWeights();
};
const goTo = line => {
	const row = lines.querySelector(`[data-line="${line}"]`);
	if (!row) return;
	row.scrollIntoView({block: 'center'});
	row.classList.remove('flash');
	requestAnimationFrame(() => row.classList.add('flash'));
};
// The heaviest line, then the next one.
const hottest = () => {
	const order = [...byLine()].sort((a, b) => b[1][0] - a[1][0] || a[0] - b[0]).map(one => one[0]);
	if (!order.length) return;
	hottest.at = hottest.of === current ? (hottest.at + 1) % order.length : 0;
	hottest.of = current;
	goTo(order[hottest.at]);
};
const step = by => {
	if (select.options.length < 2) return;
	select.selectedIndex = (select.selectedIndex + by + select.options.length) % select.options.length;
	current = Number(select.value);
	update();
};
const follow = () => {
	const {frames} = page.profile.data(), found = state.frame >= 0 ? find(frames.text(state.frame), frames.objectText(state.frame)) : -1;
	if (found >= 0) current = found;
};
page.code = {
	has: (name, object) => listings !== null && find(name, object) >= 0,
	// for tests: [weight, samples, address] of the lines with samples of the listing that is shown, and its name
	rows: () => [...byLine()].sort((a, b) => a[0] - b[0]).map(([line, [own, samples]]) => [own, samples, parseInt(listings[current].lines[line][3], 16)]),
	shown: () => current < 0 ? '' : listings[current].symbol,
	choose: name => { current = listings.findIndex(one => one.symbol === name); update(); },
};
page.section('code', {
	title: 'Code',
	async load() {
		const d = page.profile.data();
		if (!listings) listings = JSON.parse(page.text(await page.inflate('listings')));
		if (d.code === undefined) d.code = await readPlaces(d.event) || {count: 0, listing: [], line: [], own: [], samples: [], timed: [], moments: null};
	},
	make(element) {
		const tools = page.make('div', {class: 'tools'}, element);
		select = page.make('select', {'aria-label': 'Function'}, tools);
		select.addEventListener('change', () => { current = Number(select.value); update(); });
		page.make('button', {type: 'button', title: 'To the heaviest line, then to the next one (h)', class: 'noprint'}, tools, 'Hottest line').addEventListener('click', hottest);
		remark = page.make('span', {class: 'hint'}, tools);
		lines = page.make('div', {class: 'listing', tabindex: '0'}, element);
	},
	update(changed) {
		if (changed.has('frame')) follow();
		if (['profile', 'event', 'span', 'thread', 'frame'].some(name => changed.has(name))) stale = true;
		if (state.tab !== 'code') return;
		if (stale) update();
		if (changed.has('match')) drawFound();
	},
	show() {
		lines.style.maxHeight = page.isPaper() ? 'none' : Math.max(200, innerHeight - lines.getBoundingClientRect().top - scrollY - 16) + 'px';
		if (stale || page.isPaper() || update.wasPaper) update();
		drawFound();
	},
	keys: {h: ['to the hottest line, then the next', hottest], n: ['next function', () => step(1)], p: ['function before', () => step(-1)]},
});
})();
