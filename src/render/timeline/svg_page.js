// The script of every picture: tooltips, zoom along x, search, keys. Without it the picture is complete and still.
//
// A picture's own script may set these on page.chart; what it leaves out is done by the functions below:
//   draw(from, to)     shows that part of x (default: stretches the group "plot")
//   tip(event)         what to say at a place: "first line\nmore", or null (default: data-t of the nearest element around)
//   find(match)        match(text) says whether; marks and returns the list of what was found, [] when match is null; its member note is shown
//   show(found)        brings one of that list into view
//   click(event)       a click that was no drag; returns true when it was of use
//   resize(width)      the window is that wide, at least as wide as the picture was made, or as leastWidth if that is set
'use strict';
const page = (() => {
const svg = document.documentElement, NS = svg.namespaceURI, HTML = 'http://www.w3.org/1999/xhtml';
const data = svg.dataset, number = name => Number(data[name]);
const full = {from: number('from'), to: number('to')};
const view = {from: full.from, to: full.to};
const plot = {x: number('x'), y: number('y'), width: number('width'), height: number('height')};
const least = number('least') || (full.to - full.from) / 1e6;
const chart = {};
const past = [];

const make = (name, attributes, parent, space) => {
	const element = document.createElementNS(space || NS, name);
	for (const key in attributes) element.setAttribute(key, attributes[key]);
	if (parent) parent.appendChild(element);
	return element;
};
const isTime = data.unit === 'ns';

// as svg_time does
const digits = value => {
	const text = value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
	return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
};
const time = ns => {
	const size = Math.abs(ns), sign = ns < 0 ? '-' : '';
	return size === 0 ? '0 s' : size < 999.5 ? sign + digits(size) + ' ns' : size < 999.5e3 ? sign + digits(size / 1e3) + ' \u00b5s' :
		size < 999.5e6 ? sign + digits(size / 1e6) + ' ms' : sign + (size < 1e12 ? (size / 1e9).toFixed(3).replace(/\.?0+$/, '') : (size / 1e9).toFixed(0)) + ' s';
};
const valueText = value => isTime ? time(value) : String(+value.toPrecision(6)) + (data.unit ? ' ' + data.unit : '');

// ---- where things are
const place = event => {
	const matrix = svg.getScreenCTM().inverse(), point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
	return {x: point.x, y: point.y};
};
const inside = at => at.x >= plot.x && at.x <= plot.x + plot.width && at.y >= plot.y - 24 && at.y <= plot.y + plot.height;
const valueAt = x => view.from + (x - plot.x) / plot.width * (view.to - view.from);
const xOf = value => plot.x + (value - view.from) / (view.to - view.from) * plot.width;

// ---- the scale
const niceStep = (span, count) => {
	const rough = span / count, power = Math.pow(10, Math.floor(Math.log10(rough)));
	for (const factor of [1, 2, 5, 10]) if (rough <= factor * power * 1.0000001) return factor * power;
	return 10 * power;
};
const exact = (value, step) => {
	const places = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
	return value.toFixed(Math.min(places, 12));
};
// largest: on the scale, for one unit all along
const tickText = (value, step, largest) => {
	if (!isTime) return exact(value, step) + (data.unit ? ' ' + data.unit : '');
	const [unit, name] = step >= 1e9 || largest >= 1e9 && step >= 1e6 ? [1e9, 's'] : step >= 1e6 || largest >= 1e6 && step >= 1e3 ? [1e6, 'ms'] :
		step >= 1e3 || largest >= 1e3 && step >= 1 ? [1e3, '\u00b5s'] : [1, 'ns'];
	return exact(value / unit, step / unit) + ' ' + name;
};
const drawAxis = () => {
	const axis = document.getElementById('axis'), rules = document.getElementById('rules');
	if (!axis) return;
	axis.textContent = '';
	rules.textContent = '';
	const step = niceStep(view.to - view.from, Math.max(1, plot.width / 100));
	// far from the beginning the places that do not change are said once
	const far = isTime && view.to > 2e4 * step;
	const base = far ? Math.floor(view.from / (step * 1e3)) * step * 1e3 : 0;
	if (far) make('text', {x: plot.x, y: plot.y - 18, class: 'faint', id: 'base'}, axis).textContent = tickText(base, step * 1e3, base) + ' +';
	for (let value = Math.ceil(view.from / step - 1e-9) * step, guard = 0; value <= view.to + step * 1e-6 && guard < 1000; value += step, guard++) {
		const x = xOf(value).toFixed(2);
		make('line', {x1: x, x2: x, y1: plot.y, y2: plot.y + plot.height, class: 'rule'}, rules);
		make('text', {x: x, y: plot.y - 6, class: 'tick'}, axis).textContent = tickText(value - base, step, view.to - base);
	}
};

// ---- zoom
let queued = false;
const redraw = () => {
	if (queued) return;
	queued = true;
	requestAnimationFrame(() => {
		queued = false;
		drawAxis();
		if (chart.draw) {
			chart.draw(view.from, view.to);
		} else {
			const stretch = (full.to - full.from) / (view.to - view.from);
			const move = plot.x - (plot.x + (view.from - full.from) / (full.to - full.from) * plot.width) * stretch;
			document.getElementById('plot').setAttribute('transform', 'matrix(' + stretch + ' 0 0 1 ' + move + ' 0)');
		}
		svg.toggleAttribute('data-zoomed', view.to - view.from < (full.to - full.from) * 0.999999);
		svg.dataset.view = view.from + ' ' + view.to;
	});
};
const setView = (from, to, remember) => {
	let span = Math.min(Math.max(to - from, least), full.to - full.from);
	if (!(span > 0)) return;
	let middle = (from + to) / 2;
	from = Math.min(Math.max(middle - span / 2, full.from), full.to - span);
	if (remember) past.push([view.from, view.to]);
	if (past.length > 100) past.shift();
	view.from = from;
	view.to = from + span;
	hideTip();
	redraw();
};
const zoomAt = (value, factor) => setView(value - (value - view.from) * factor, value + (view.to - value) * factor);
const pan = share => setView(view.from + (view.to - view.from) * share, view.to + (view.to - view.from) * share);
const reset = () => {
	past.length = 0;
	setView(full.from, full.to);
};
const back = () => {
	const before = past.pop();
	if (before) setView(before[0], before[1]);
	else reset();
};

// ---- tooltips
const over = make('g', {class: 'noprint', 'pointer-events': 'none'});
const tipHolder = make('foreignObject', {x: 0, y: 0, width: 500, height: 400, visibility: 'hidden'}, over);
const tipBox = make('div', {class: 'tip', id: 'tip', role: 'tooltip'}, tipHolder, HTML);
const hideTip = () => tipHolder.setAttribute('visibility', 'hidden');
const defaultTip = event => {
	const element = event.target.closest && event.target.closest('[data-t]');
	return element ? element.dataset.t : null;
};
const showTip = (event, at) => {
	const text = (chart.tip || defaultTip)(event, at);
	if (!text) return hideTip();
	const cut = text.indexOf('\n');
	tipBox.textContent = '';
	make('b', {}, tipBox, HTML).textContent = cut < 0 ? text : text.slice(0, cut);
	if (cut >= 0) tipBox.appendChild(document.createTextNode(text.slice(cut + 1)));
	const shown = bounds();
	const width = tipBox.offsetWidth, height = tipBox.offsetHeight;
	const x = at.x + 14 + width > shown.right ? Math.max(shown.left, at.x - 10 - width) : at.x + 14;
	const y = at.y + 18 + height > shown.bottom ? Math.max(shown.top, at.y - 10 - height) : at.y + 18;
	tipHolder.setAttribute('x', x);
	tipHolder.setAttribute('y', y);
	tipHolder.setAttribute('visibility', 'visible');
};
// the part of the page that the window shows, in the page's coordinates
const bounds = () => {
	const a = place({clientX: 0, clientY: 0}), b = place({clientX: innerWidth, clientY: innerHeight});
	return {left: a.x, top: a.y, right: Math.min(b.x, Number(svg.getAttribute('width'))), bottom: Math.min(b.y, Number(svg.getAttribute('height')))};
};

// ---- search
const defaultFind = match => {
	const found = [];
	for (const element of document.querySelectorAll('#plot [data-t], #plot [data-n]')) {
		const is = match !== null && match(element.dataset.n || element.dataset.t);
		element.classList.toggle('hit', is);
		if (is) found.push(element);
	}
	return found;
};
const defaultShow = element => element.scrollIntoView({block: 'nearest', inline: 'nearest'});
let found = [], current = -1;
const tools = make('foreignObject', {class: 'noprint', id: 'tools', x: 0, y: 8, width: 430, height: 28});
const bar = make('div', {style: 'text-align:right'}, tools, HTML);
const foundText = make('span', {class: 'found', id: 'found', 'aria-live': 'polite'}, bar, HTML);
const input = make('input', {type: 'search', id: 'search', placeholder: 'Search  ( / )', 'aria-label': 'Search, a regular expression'}, bar, HTML);
const button = (text, title, action) => {
	const element = make('button', {title: title, type: 'button', id: 'button-' + text.toLowerCase()}, bar, HTML);
	element.textContent = text;
	element.addEventListener('click', () => { action(); element.blur(); });
};
const matcher = text => {
	if (!text) return null;
	try {
		const expression = new RegExp(text, 'i');
		return name => expression.test(name);
	} catch (error) {
		const low = text.toLowerCase();
		return name => name.toLowerCase().includes(low);
	}
};
const search = text => {
	const match = matcher(text);
	found = (chart.find || defaultFind)(match);
	current = -1;
	svg.classList.toggle('searching', match !== null);
	foundText.textContent = match === null ? '' : found.note || found.length + ' found';
};
const step = by => {
	if (!found.length) return;
	current = (current + by + found.length) % found.length;
	if (current < 0) current = 0;
	foundText.textContent = (current + 1) + ' of ' + found.length;
	(chart.show || defaultShow)(found[current]);
};
const clearSearch = () => {
	input.value = '';
	search('');
	input.blur();
};

// ---- keys
const HELP = 'Keys and mouse\nwheel, + \u2212: zoom in and out\ndrag: zoom into what is marked\nShift + drag, \u2190 \u2192: move\nBackspace: one zoom back\ndouble click, 0: all\n' +
	'/: search (regular expression), n N: next, previous\nEsc: end the search, then show all\n?: this';
const help = () => {
	const shown = bounds();
	if (tipHolder.getAttribute('visibility') === 'visible') return hideTip();
	const own = chart.tip;
	chart.tip = () => HELP;
	showTip(null, {x: shown.right - 360, y: shown.top + 24});
	if (own) chart.tip = own; else delete chart.tip;
};
const keys = {
	'+': () => zoomAt((view.from + view.to) / 2, 0.5), '=': () => zoomAt((view.from + view.to) / 2, 0.5), '-': () => zoomAt((view.from + view.to) / 2, 2),
	'ArrowLeft': () => pan(-0.2), 'ArrowRight': () => pan(0.2), '0': reset, 'Backspace': back, 'n': () => step(1), 'N': () => step(-1), '?': help,
	'/': () => { input.focus(); input.select(); },
	'Escape': () => svg.classList.contains('searching') ? clearSearch() : tipHolder.getAttribute('visibility') === 'visible' ? hideTip() : reset(),
};
addEventListener('keydown', event => {
	if (event.target === input) {
		if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
		else if (event.key === 'Escape') clearSearch();
		return;
	}
	if (event.key === 'f' && (event.ctrlKey || event.metaKey)) {
		event.preventDefault();
		return keys['/']();
	}
	if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
	event.preventDefault();
	keys[event.key]();
});
let waiting = 0;
input.addEventListener('input', () => {
	clearTimeout(waiting);
	waiting = setTimeout(() => search(input.value), 60);
});

// ---- mouse
let drag = null;
const mark = make('rect', {class: 'select noprint', visibility: 'hidden', 'pointer-events': 'none'});
const markText = make('text', {class: 'tick span noprint', visibility: 'hidden', 'pointer-events': 'none'});
svg.addEventListener('wheel', event => {
	const at = place(event);
	if (!inside(at) || event.deltaY === 0 && event.deltaX === 0) return;
	event.preventDefault();
	if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) return pan(event.deltaX / 800);
	const lines = event.deltaMode === 1 ? event.deltaY * 33 : event.deltaY;
	zoomAt(valueAt(at.x), Math.exp(Math.min(Math.max(lines, -240), 240) / 300));
}, {passive: false});
svg.addEventListener('pointerdown', event => {
	const at = place(event);
	if (event.button !== 0 || !inside(at) || event.target.closest('foreignObject')) return;
	if (document.activeElement === input) input.blur();
	event.preventDefault();
	drag = {x: at.x, id: event.pointerId, from: view.from, to: view.to, moves: event.shiftKey, far: false};
	svg.setPointerCapture(event.pointerId);
});
svg.addEventListener('pointermove', event => {
	const at = place(event);
	if (!drag) return inside(at) || chart.tip ? showTip(event, at) : hideTip();
	if (Math.abs(at.x - drag.x) > 3) drag.far = true;
	if (!drag.far) return;
	hideTip();
	if (drag.moves) {
		const by = (drag.x - at.x) / plot.width * (drag.to - drag.from);
		return setView(drag.from + by, drag.to + by);
	}
	const low = Math.max(plot.x, Math.min(drag.x, at.x)), high = Math.min(plot.x + plot.width, Math.max(drag.x, at.x));
	const shown = bounds(), top = Math.max(plot.y, shown.top), bottom = Math.min(plot.y + plot.height, shown.bottom);
	for (const [key, value] of [['x', low], ['width', Math.max(0, high - low)], ['y', top], ['height', Math.max(0, bottom - top)], ['visibility', 'visible']]) mark.setAttribute(key, value);
	markText.setAttribute('x', (low + high) / 2);
	markText.setAttribute('y', Math.max(top + 14, Math.min(at.y - 8, bottom - 4)));
	markText.setAttribute('visibility', 'visible');
	markText.textContent = valueText(valueAt(high) - valueAt(low));
});
const endDrag = event => {
	if (!drag) return;
	const was = drag, at = place(event);
	drag = null;
	mark.setAttribute('visibility', 'hidden');
	markText.setAttribute('visibility', 'hidden');
	if (!was.far) {
		if (event.type === 'pointerup' && chart.click) chart.click(event, at);
	} else if (!was.moves && event.type === 'pointerup') {
		const clamp = x => Math.min(Math.max(x, plot.x), plot.x + plot.width);
		const a = valueAt(clamp(Math.min(was.x, at.x))), b = valueAt(clamp(Math.max(was.x, at.x)));
		if (b > a) setView(a, b, true);
	}
};
svg.addEventListener('pointerup', endDrag);
svg.addEventListener('pointercancel', endDrag);
svg.addEventListener('pointerleave', hideTip);
svg.addEventListener('dblclick', event => { if (inside(place(event))) reset(); });

// ---- set-up
const arrange = () => {
	if (chart.resize) chart.resize(Math.max(chart.leastWidth || number('page'), innerWidth));
	const width = Math.min(Number(svg.getAttribute('width')), Math.max(innerWidth, 300)), toolsWidth = Math.min(430, width - 10);
	tools.setAttribute('width', toolsWidth);
	tools.setAttribute('x', width - toolsWidth - 10);
};
// called by what comes last in the document, when page.chart is set
const start = () => {
	button('Reset', 'Show all (0)', () => { clearSearch(); reset(); });
	button('?', 'Keys', help);
	for (const element of [tools, mark, markText, over]) svg.appendChild(element);
	arrange();
	addEventListener('resize', arrange);
	svg.dataset.view = view.from + ' ' + view.to;
	svg.dataset.ready = '1';
};
return {svg, chart, plot, full, view, make, place, inside, valueAt, xOf, valueText, time, setView, reset, redraw, drawAxis, bounds, start, niceStep, tickText};
})();
