// The page: data, state, the frame around the sections, search, keys, tooltips, colours.
//
// A section's script calls page.section(name, {...}) with any of these:
//   load()             reads its data; may return a promise
//   title              of its tab; a section without one has no place on the page
//   make(element)      builds what is in the element, once
//   update(changed)    the state is another: changed has the names of what differs (page.state's members)
//   show()             its tab was chosen, or the window has another size
//   keys               {key: [what it does, function]}
//   print()            what to draw for paper
'use strict';
const page = (() => {
const sections = {}, order = [], loaded = {};
const facts = {}, names = [];
// What is shown. span: [first slice, slice behind the last] or null; thread: number or -1; match: null, or a function of a text
const state = {profile: 0, event: 0, span: null, thread: -1, match: null, frame: -1, colours: 'object', tab: ''};
const root = document.documentElement;

// ---- data: base64 of zlib's form, columns of LEB128
const bytesOf = text => {
	if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
	const binary = atob(text), bytes = new Uint8Array(binary.length);
	for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
	return bytes;
};
const inflate = async id => {
	const element = document.getElementById(id);
	if (!element) return null;
	const stream = new Blob([bytesOf(element.textContent)]).stream().pipeThrough(new DecompressionStream('deflate'));
	return new Uint8Array(await new Response(stream).arrayBuffer());
};
class Reader {
	constructor(bytes) { this.bytes = bytes; this.at = 0; }
	number() {
		let value = 0, scale = 1, byte;
		do {
			byte = this.bytes[this.at++];
			value += (byte & 127) * scale;
			scale *= 128;
		} while (byte & 128);
		return value;
	}
	signed() {
		const value = this.number();
		return value % 2 ? -(value + 1) / 2 : value / 2;
	}
	// count numbers; Type: what they fit into
	column(count, Type) {
		const column = new (Type || Uint32Array)(count), bytes = this.bytes;
		let at = this.at;
		for (let i = 0; i < count; i++) {
			let byte = bytes[at++], value = byte & 127;
			for (let scale = 128; byte & 128; scale *= 128) {
				byte = bytes[at++];
				value += (byte & 127) * scale;
			}
			column[i] = value;
		}
		this.at = at;
		return column;
	}
	signedColumn(count) {
		const column = this.column(count, Float64Array);
		for (let i = 0; i < count; i++) column[i] = column[i] % 2 ? -(column[i] + 1) / 2 : column[i] / 2;
		return column;
	}
}
const reader = async id => {
	const bytes = await inflate(id);
	return bytes && new Reader(bytes);
};
const text = bytes => new TextDecoder().decode(bytes);

// ---- texts
const make = (name, attributes, parent, content) => {
	const element = document.createElement(name);
	for (const key in attributes || {}) element.setAttribute(key, attributes[key]);
	if (content !== undefined) element.textContent = content;
	if (parent) parent.appendChild(element);
	return element;
};
const significant = value => {
	const shown = value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
	return shown.includes('.') ? shown.replace(/\.?0+$/, '') : shown;
};
const time = ns => {
	const size = Math.abs(ns), sign = ns < 0 ? '-' : '';
	if (size === 0) return '0 s';
	if (size < 999.5) return sign + significant(size) + ' ns';
	if (size < 999.5e3) return sign + significant(size / 1e3) + ' \u00b5s';
	if (size < 999.5e6) return sign + significant(size / 1e6) + ' ms';
	return sign + (size / 1e9).toFixed(size < 1e12 ? 3 : 0).replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') + ' s';
};
const grouped = value => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, '\u2009');
const weight = value => event().time ? time(value) : grouped(value);
const counted = () => event().wall ? 'intervals' : 'samples';
const percent = (part, whole) => (whole > 0 ? 100 * part / whole : 0).toFixed(2) + '%';
// Control characters would be invisible.
const clean = name => name.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
	c => c < '\u0100' ? '\\x' + c.charCodeAt(0).toString(16).padStart(2, '0') : '\\u' + c.charCodeAt(0).toString(16));

// A name that fits into so many characters: without parameters, then template arguments, then enclosing scopes, then cut.
const withoutAngles = name => {
	let depth = 0, out = '';
	for (let i = 0; i < name.length; i++) {
		const c = name[i];
		if (c === '<' && !/operator<?$/.test(out)) { if (depth++ === 0) out += '<\u2026>'; }
		else if (c === '>' && depth > 0 && name[i - 1] !== '-') depth--;
		else if (depth === 0) out += c;
	}
	return depth ? name : out;
};
const fitted = new Map();
const fit = (name, room) => {
	if (name.length <= room) return name;
	if (room < 3) return '';
	let forms = fitted.get(name);
	if (!forms) {
		const bare = name.replace(/(.)\((?!anonymous).*$/, '$1'), plain = withoutAngles(bare);
		const scopes = plain.split('::');
		forms = [bare, plain];
		for (let i = 1; i < scopes.length; i++) forms.push(scopes.slice(i).join('::'));
		if (fitted.size > 50000) fitted.clear();
		fitted.set(name, forms);
	}
	for (const form of forms) if (form.length <= room) return form;
	return forms[forms.length - 1].slice(0, room - 1) + '\u2026';
};

// ---- colours
const hash = name => {
	let h = 2166136261;
	for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 16777619);
	return (h ^ h >>> 15) >>> 0;
};
const isDark = () => root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
let paper = false;
// Asking for a style costs more than drawing with it: they are kept until the theme is another.
const shades = new Map();
const palette = name => {
	if (!shades.has(name)) shades.set(name, getComputedStyle(root).getPropertyValue('--' + name).trim());
	return shades.get(name);
};

// ---- canvases
// Paper has no width yet when pictures are drawn for it, and views but one are not shown then: they get this one, the style sheet fits them in.
const PAPER_WIDTH = 980;
const widthOf = element => paper ? PAPER_WIDTH : element.clientWidth;
// A canvas that gets a size, even its own, is made anew by the browser.
const sizeCanvas = (canvas, context, width, height) => {
	const scale = paper ? 2 : devicePixelRatio || 1, across = Math.max(1, Math.floor(width * scale)), down = Math.max(1, Math.floor(height * scale));
	if (canvas.width !== across) canvas.width = across;
	if (canvas.height !== down) canvas.height = down;
	if (canvas.style.width !== width + 'px') canvas.style.width = width + 'px';
	if (canvas.style.height !== height + 'px') canvas.style.height = height + 'px';
	context.setTransform(scale, 0, 0, scale, 0, 0);
};

// ---- state
const event = () => facts.profiles[state.profile].events[state.event];
let pending = null;
// Changes members of the state; sections are told once before the next picture.
const set = changes => {
	let differs = false;
	for (const key in changes) {
		if (state[key] === changes[key]) continue;
		state[key] = changes[key];
		differs = true;
		if (!pending) { pending = new Set(); requestAnimationFrame(tell); }
		pending.add(key);
	}
	return differs;
};
const tell = async () => {
	const changed = pending;
	pending = null;
	if (changed.has('profile') || changed.has('event')) await load();
	status(); // first: it takes room
	for (const name of order) if (sections[name].update) sections[name].update(changed);
	if (changed.has('tab')) showTab();
	root.dataset.drawn = String(Number(root.dataset.drawn || 0) + 1);
};
const load = async () => {
	for (const name of order) if (sections[name].load) await sections[name].load();
};

// ---- frame: title, choices, search, tabs
const body = document.body;
const bar = make('header', {class: 'bar'}, body);
const heading = make('h1', {}, bar);
const chooser = make('select', {title: 'Event', hidden: ''}, bar);
const finder = make('span', {class: 'finder noprint'}, bar);
const input = make('input', {type: 'search', placeholder: 'Search (/)', 'aria-label': 'Search functions', spellcheck: 'false'}, finder);
const found = make('span', {class: 'found', 'aria-live': 'polite'}, finder);
const buttons = make('span', {class: 'buttons noprint'}, bar);
const button = (label, title, action) => {
	const element = make('button', {type: 'button', title}, buttons, label);
	element.addEventListener('click', action);
	return element;
};
const chosen = make('div', {class: 'chosen', hidden: ''}, body);
const above = make('div', {class: 'above'}, body);
const tabs = make('nav', {class: 'tabs noprint', role: 'tablist'}, body);
const places = make('main', {}, body);
const tip = make('div', {class: 'tip noprint', hidden: '', role: 'tooltip'}, body);
const help = make('dialog', {class: 'help'}, body);

// lines: the first is bold
const showTip = (lines, x, y) => {
	tip.textContent = '';
	lines.forEach((line, i) => make(i ? 'div' : 'b', {}, tip, line.length > 600 ? line.slice(0, 600) + '\u2026' : line));
	tip.hidden = false;
	const box = tip.getBoundingClientRect();
	tip.style.left = Math.max(4, Math.min(x + 14, innerWidth - box.width - 8)) + 'px';
	tip.style.top = Math.max(4, y + 18 + box.height > innerHeight ? y - box.height - 10 : y + 18) + 'px';
};
const hideTip = () => { tip.hidden = true; };

const search = value => {
	let match = null;
	if (value) {
		let expression = null;
		try { expression = new RegExp(value, /[A-Z]/.test(value) ? '' : 'i'); } catch (error) { /* taken as it stands */ }
		match = expression ? name => expression.test(name) : name => name.includes(value);
	}
	set({match});
	if (!match) found.textContent = '';
};
let typing = 0;
input.addEventListener('input', () => { clearTimeout(typing); typing = setTimeout(() => search(input.value), 80); });
input.addEventListener('keydown', pressed => {
	if (pressed.key === 'Escape') { input.value = ''; search(''); input.blur(); }
	else if (pressed.key === 'Enter') input.blur();
	else return;
	pressed.preventDefault();
});
const share = shown => { found.textContent = shown; };

// What part of the recording is shown, and how to leave it.
const status = () => {
	const parts = [];
	for (const name of order) if (sections[name].part) { const part = sections[name].part(); if (part) parts.push(part); }
	chosen.hidden = !parts.length;
	chosen.textContent = '';
	for (const part of parts) {
		const element = make('span', {class: 'chip'}, chosen, part.text);
		make('button', {type: 'button', title: 'Show all again', class: 'noprint'}, element, '\u00d7').addEventListener('click', part.leave);
	}
};
const reset = () => {
	input.value = '';
	search('');
	set({span: null, thread: -1});
	for (const name of order) if (sections[name].reset) sections[name].reset();
};
const theme = () => {
	root.dataset.theme = isDark() ? 'light' : 'dark';
	shades.clear();
	set({colours: state.colours});
	redraw();
};
const redraw = () => {
	shades.clear();
	for (const name of order) if (sections[name].show && (sections[name].always || state.tab === name || paper)) sections[name].show();
};
const showTab = () => {
	hideTip();
	for (const element of tabs.children) {
		const is = element.dataset.name === state.tab;
		element.setAttribute('aria-selected', is);
		document.getElementById('section-' + element.dataset.name).classList.toggle('shown', is);
	}
	if (sections[state.tab].show) sections[state.tab].show();
};
const keys = {
	'/': ['search', () => { input.focus(); input.select(); }],
	'0': ['show all again', reset],
	't': ['light or dark', theme],
	'?': ['this help', () => help.showModal()],
};
addEventListener('keydown', pressed => {
	if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || help.open || /^(INPUT|SELECT)$/.test(pressed.target.tagName)) return;
	const own = sections[state.tab] && sections[state.tab].keys;
	const number = Number(pressed.key);
	let action = keys[pressed.key] || own && own[pressed.key];
	if (!action && number >= 1 && tabs.children[number - 1]) action = ['', () => set({tab: tabs.children[number - 1].dataset.name})];
	if (!action && pressed.key === 'Escape') action = keys['0'];
	if (!action) return;
	pressed.preventDefault();
	action[1]();
});
const makeHelp = () => {
	make('h2', {}, help, 'Keys');
	const list = make('dl', {}, help);
	const row = (key, what) => { make('dt', {}, list, key); make('dd', {}, list, what); };
	row('1 \u2026 ' + tabs.children.length, 'choose a view');
	for (const key in keys) row(key, keys[key][0]);
	for (const name of order) for (const key in sections[name].keys || {}) row(key, sections[name].keys[key][0] + ' (' + sections[name].title + ')');
	make('p', {}, help, 'A click zooms into a function; drag or turn the wheel to move and zoom; drag over the time line to see that span alone.');
	make('button', {type: 'button'}, help, 'Close').addEventListener('click', () => help.close());
};
const section = (name, what) => { sections[name] = what; order.push(name); };

// ---- paper: all sections, in light colours
const print = on => {
	paper = on;
	const was = root.dataset.theme;
	if (on) { print.theme = was || ''; root.dataset.theme = 'light'; } else if (print.theme) root.dataset.theme = print.theme; else delete root.dataset.theme;
	root.classList.toggle('paper', on);
	redraw();
};
addEventListener('beforeprint', () => print(true));
addEventListener('afterprint', () => print(false));

const chooseEvent = () => {
	const [profile, number] = chooser.value.split(' ').map(Number), isSame = facts.profiles[profile].events[number].slices === event().slices;
	set({profile, event: number, span: isSame ? state.span : null, thread: -1, frame: -1});
};
const build = () => {
	heading.textContent = clean(facts.title);
	facts.profiles.forEach((profile, p) => profile.events.forEach((shown, e) => make('option', {value: p + ' ' + e}, chooser, clean(shown.name))));
	chooser.hidden = chooser.options.length < 2;
	chooser.addEventListener('change', chooseEvent);
	button('Reset', 'Show all again (0)', reset);
	button('\u25d0', 'Light or dark (t)', theme);
	button('?', 'Keys', () => help.showModal());
	for (const name of order) {
		const what = sections[name];
		if (!what.make) continue;
		if (what.always) { what.make(make('section', {id: 'section-' + name, class: name}, above)); continue; }
		const tab = make('button', {type: 'button', role: 'tab', 'data-name': name}, tabs, what.title);
		tab.addEventListener('click', () => set({tab: name}));
		const place = make('section', {id: 'section-' + name, class: 'view ' + name, role: 'tabpanel'}, places);
		make('h2', {class: 'onpaper'}, place, what.title);
		what.make(make('div', {class: 'content'}, place));
	}
	tabs.hidden = tabs.children.length < 2;
	makeHelp();
	addEventListener('resize', redraw);
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
	addEventListener('blur', hideTip);
};
// The page counts as loaded once it is built: who prints or pictures a page then (chromium --print-to-pdf, --screenshot) sees all of it. A frame whose document is still being
// written holds the load event back.
const holdLoad = () => {
	const frame = make('iframe', {hidden: ''}, body);
	frame.contentDocument.open();
	return () => { frame.contentDocument.close(); frame.remove(); };
};
const start = async () => {
	const release = holdLoad();
	try {
		if (typeof DecompressionStream === 'undefined') throw new Error('This browser is too old for this page: it has no DecompressionStream (Chrome 80, Firefox 113, Safari 16.4).');
		const [factBytes, nameBytes] = await Promise.all([inflate('facts'), inflate('names')]);
		Object.assign(facts, JSON.parse(text(factBytes)));
		for (const name of JSON.parse(text(nameBytes))) names.push(name);
		await load();
		build();
		const first = order.find(name => sections[name].title);
		for (const name of order) if (sections[name].update) sections[name].update(new Set(Object.keys(state)));
		state.tab = first;
		showTab();
		redraw();
		status();
		root.dataset.ready = '1';
	} catch (error) {
		make('p', {class: 'failed'}, body, 'The page cannot be shown: ' + error.message);
		root.dataset.failed = '1';
		throw error;
	} finally {
		release();
	}
};
return {section, start, state, set, facts, names, loaded, event, reader, inflate, Reader, text, make, time, weight, grouped, counted, percent, clean, fit, hash,
	isDark, palette, sizeCanvas, widthOf, showTip, hideTip, share, redraw, root, isPaper: () => paper};
})();
