// Threads over time: an overview of all, and a lane a thread. A span that is drawn with the mouse is what all views show.
(() => {
const {state, facts} = page;
const LANE = 16, OVERVIEW = 46, LABELS = 150, AXIS = 18, MAX_SHOWN = 10;
let element, canvas, context, below, scroller, spacer, drag = null, hover = null, lanes = [], all = false;
let picture = {};

const readTimes = async event => {
	const [threads, moments] = [await page.reader('threads' + event.number), await page.reader('times' + event.number)];
	if (!threads || !moments) return null;
	const nrThreads = threads.number();
	const pid = threads.column(nrThreads), tid = threads.column(nrThreads), name = threads.column(nrThreads);
	const all = page.profile.readMoments(moments, event), {nrSlices, begin, thread, own} = all;
	// what each thread, and all, weigh in each slice
	const sums = new Float64Array(nrSlices), weights = new Float64Array(nrThreads);
	for (let slice = 0; slice < nrSlices; slice++)
		for (let i = begin[slice]; i < begin[slice + 1]; i++) {
			sums[slice] += own[i];
			weights[thread[i]] += own[i];
		}
	const order = Array.from(weights.keys()).sort((a, b) => weights[b] - weights[a] || a - b);
	return {...all, nrThreads, pid, tid, sums, weights, order, nameOf: i => page.names[name[i]]};
};
const times = () => page.profile.data() && page.profile.data().times;

// Heat of the threads that are shown, slice by slice: a lane of numbers each, made once for each event.
const heatOf = d => {
	if (d.heat) return d.heat;
	d.heat = new Map();
	for (let slice = 0; slice < d.nrSlices; slice++)
		for (let i = d.begin[slice]; i < d.begin[slice + 1]; i++) {
			let lane = d.heat.get(d.thread[i]);
			if (!lane) d.heat.set(d.thread[i], lane = new Float32Array(d.nrSlices));
			lane[slice] += d.own[i];
		}
	d.busiest = 0;
	for (const lane of d.heat.values()) for (const value of lane) if (value > d.busiest) d.busiest = value;
	return d.heat;
};
const label = (d, i) => page.clean(d.nameOf(i)) + ' ' + (d.tid[i] === d.pid[i] ? '' : (d.pid[i] | 0) + '/') + (d.tid[i] | 0);
const sliceAt = x => {
	const d = times(), width = picture.width - LABELS;
	return Math.max(0, Math.min(d.nrSlices, (x - LABELS) / width * d.nrSlices));
};
const xOf = slice => LABELS + slice / times().nrSlices * (picture.width - LABELS);
const timeOf = slice => slice / times().nrSlices * facts.times.span;

const drawOverview = d => {
	const {width} = picture, most = d.sums.reduce((a, b) => Math.max(a, b), 0) || 1, inner = width - LABELS;
	context.fillStyle = page.palette('accent');
	context.globalAlpha = 0.75;
	context.beginPath();
	context.moveTo(LABELS, AXIS + OVERVIEW);
	for (let x = 0; x < inner; x++) {
		const from = Math.floor(x / inner * d.nrSlices), to = Math.max(from + 1, Math.floor((x + 1) / inner * d.nrSlices));
		let value = 0;
		for (let i = from; i < to; i++) value += d.sums[i];
		context.lineTo(LABELS + x, AXIS + OVERVIEW - value / (to - from) / most * (OVERVIEW - 4));
	}
	context.lineTo(width, AXIS + OVERVIEW);
	context.fill();
	context.globalAlpha = 1;
};
const drawAxis = () => {
	const {width} = picture, span = facts.times.span || 1, rough = span / Math.max(2, (width - LABELS) / 110), power = 10 ** Math.floor(Math.log10(rough));
	const step = [1, 2, 5, 10].map(f => f * power).find(s => s >= rough);
	context.fillStyle = page.palette('faint');
	context.font = '11px system-ui, sans-serif';
	context.textBaseline = 'middle';
	for (let at = 0; at <= span; at += step) {
		const x = LABELS + at / span * (width - LABELS);
		const text = page.time(at), isLast = x + 3 + context.measureText(text).width > width;
		context.textAlign = isLast ? 'right' : 'left';
		context.fillText(text, x + (isLast ? -3 : 3), AXIS / 2);
		context.fillRect(x, 2, 1, AXIS - 4);
	}
	context.textAlign = 'left';
};
const drawLane = (d, thread, top) => {
	const {width} = picture, inner = width - LABELS, lane = heatOf(d).get(thread), accent = page.palette('lane');
	const isOn = state.thread < 0 || state.thread === thread;
	context.fillStyle = page.palette(isOn ? 'text' : 'faint');
	context.font = (state.thread === thread ? 'bold ' : '') + '11px system-ui, sans-serif';
	context.save();
	context.beginPath();
	context.rect(0, top, LABELS - 6, LANE);
	context.clip();
	context.fillText(label(d, thread), 6, top + LANE / 2 + 0.5);
	context.restore();
	context.fillStyle = page.palette('track');
	context.fillRect(LABELS, top + 2, inner, LANE - 4);
	if (!lane) return;
	context.fillStyle = accent;
	for (let x = 0; x < inner; x++) {
		const from = Math.floor(x / inner * d.nrSlices), to = Math.max(from + 1, Math.floor((x + 1) / inner * d.nrSlices));
		let value = 0;
		for (let i = from; i < to; i++) value += lane[i];
		if (!value) continue;
		context.globalAlpha = (isOn ? 1 : 0.35) * (0.25 + 0.75 * Math.min(1, value / (to - from) / (d.busiest || 1)));
		context.fillRect(LABELS + x, top + 2, 1, LANE - 4);
	}
	context.globalAlpha = 1;
};
const draw = () => {
	const d = times();
	element.hidden = !d || !d.count;
	if (element.hidden) return;
	lanes = d.order;
	const nrShown = page.isPaper() ? Math.min(lanes.length, MAX_SHOWN) : Math.min(lanes.length, all ? 24 : MAX_SHOWN), fixed = AXIS + OVERVIEW + 4;
	const width = page.widthOf(scroller), height = fixed + nrShown * LANE + 4;
	picture = {width, height, fixed};
	scroller.style.height = page.isPaper() ? 'auto' : height + 'px';
	spacer.style.height = page.isPaper() ? 'auto' : fixed + lanes.length * LANE + 4 + 'px';
	page.sizeCanvas(canvas, context, width, height);
	context.clearRect(0, 0, width, height);
	context.textBaseline = 'middle';
	const scrolled = page.isPaper() ? 0 : scroller.scrollTop, first = Math.floor(scrolled / LANE);
	context.save();
	context.beginPath();
	context.rect(0, fixed, width, height - fixed);
	context.clip();
	const end = page.isPaper() ? nrShown : Math.min(lanes.length, first + nrShown + 2); // on a screen the last may be half in view
	for (let i = first; i < end; i++) drawLane(d, lanes[i], fixed + i * LANE - scrolled);
	context.restore();
	drawAxis();
	drawOverview(d);
	context.fillStyle = page.palette('faint');
	context.font = '11px system-ui, sans-serif';
	context.fillText(lanes.length > 1 ? page.grouped(lanes.length) + ' threads' : '1 thread', 6, AXIS + OVERVIEW / 2);
	keep();
	drawSpan();
};
// A span is drawn over what is there already: while it changes, the picture below is copied.
const keep = () => {
	below.width = canvas.width;
	below.height = canvas.height;
	below.getContext('2d').drawImage(canvas, 0, 0);
};
const drawOtherSpan = () => {
	context.save();
	context.setTransform(1, 0, 0, 1, 0, 0);
	context.clearRect(0, 0, canvas.width, canvas.height);
	context.drawImage(below, 0, 0);
	context.restore();
	drawSpan();
};
const drawSpan = () => {
	if (!state.span) return;
	const a = xOf(state.span[0]), b = xOf(state.span[1]), {width, height} = picture;
	context.fillStyle = page.palette('veil');
	context.fillRect(LABELS, 0, a - LABELS, height);
	context.fillRect(b, 0, width - b, height);
	context.fillStyle = page.palette('accent');
	context.fillRect(a - 1, 0, 1, height);
	context.fillRect(b, 0, 1, height);
};

const place = event => {
	const box = canvas.getBoundingClientRect();
	return {x: event.clientX - box.left, y: event.clientY - box.top};
};
const laneAt = y => {
	const number = Math.floor((y - picture.fixed + scroller.scrollTop) / LANE);
	return y < picture.fixed || number >= lanes.length ? -1 : lanes[number];
};
const tipAt = (event, at) => {
	const d = times(), thread = laneAt(at.y), lines = [];
	if (thread >= 0) lines.push(label(d, thread), page.percent(d.weights[thread], page.profile.data().event.period) + ' \u2013 ' + page.weight(d.weights[thread]));
	else lines.push('All threads');
	if (at.x >= LABELS) lines.push('at ' + page.time(timeOf(sliceAt(at.x))));
	if (thread >= 0) lines.push('click: this thread alone');
	page.showTip(lines, event.clientX, event.clientY);
};
const choose = (a, b) => {
	const d = times(), from = Math.max(0, Math.floor(Math.min(a, b))), to = Math.min(d.nrSlices, Math.ceil(Math.max(a, b)));
	page.set({span: to > from ? [from, to] : null});
};
const listen = () => {
	canvas.addEventListener('pointerdown', event => {
		const at = place(event);
		if (event.button !== 0) return;
		drag = {x: at.x, y: at.y, far: false};
		canvas.setPointerCapture(event.pointerId);
		event.preventDefault();
	});
	canvas.addEventListener('pointermove', event => {
		const at = place(event);
		if (!drag) return tipAt(event, at);
		if (Math.abs(at.x - drag.x) > 3) drag.far = true;
		if (drag.far && drag.x >= LABELS) {
			choose(sliceAt(drag.x), sliceAt(at.x));
			if (state.span) page.showTip([page.time(timeOf(state.span[1] - state.span[0]))], event.clientX, event.clientY);
		}
	});
	canvas.addEventListener('pointerup', event => {
		const was = drag;
		drag = null;
		if (!was || was.far) return;
		const thread = laneAt(was.y);
		if (thread >= 0) page.set({thread: state.thread === thread ? -1 : thread});
		else page.set({span: null});
	});
	canvas.addEventListener('pointercancel', () => { drag = null; });
	canvas.addEventListener('pointerleave', page.hideTip);
	canvas.addEventListener('dblclick', () => page.set({span: null, thread: -1}));
	scroller.addEventListener('scroll', draw);
};
page.section('times', {
	always: true,
	async load() {
		const d = page.profile.data();
		if (d.times === null) d.times = await readTimes(d.event) || undefined;
	},
	make(place) {
		element = place;
		scroller = page.make('div', {class: 'lanes'}, element);
		spacer = page.make('div', {class: 'spacer'}, scroller);
		canvas = page.make('canvas', {'aria-label': 'Threads over time'}, spacer);
		context = canvas.getContext('2d');
		below = document.createElement('canvas');
		listen();
	},
	update(changed) {
		if (['thread', 'profile', 'event'].some(name => changed.has(name))) draw();
		else if (changed.has('span') && !element.hidden) drawOtherSpan();
	},
	show: draw,
	part() {
		const d = times();
		if (!d || !state.span && state.thread < 0) return null;
		const parts = [];
		if (state.span) parts.push(page.time(timeOf(state.span[0])) + ' to ' + page.time(timeOf(state.span[1])));
		if (state.thread >= 0) parts.push('thread ' + label(d, state.thread));
		const w = page.profile.weights();
		return {text: parts.join(', ') + ': ' + page.grouped(w.samples) + ' ' + page.counted() + ', ' + page.percent(w.sum, page.event().period), leave: () => page.set({span: null, thread: -1})};
	},
});
})();
