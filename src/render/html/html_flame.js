// Flame graphs on a canvas. page.FlameChart draws any tree {count, parent, frame, depth, deepest} with weights; the section shows the profile's.
//
// Time left to right is not time: it is weight. Nodes of a level stand by x, so that what is in view is found by halving; what is narrower than
// a third of a pixel is drawn as a shade of all such neighbours together.
page.FlameChart = (() => {
const NONE = 0xffffffff, ROW = 18, CHAR = 6.63, FONT = '11px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace';
const KERNEL = 2, INLINED = 3, TASK = 0, WAIT = 4;

// Where nodes stand; x and next: room for a number a node, which a change of weights finds made.
const layoutOf = (tree, total, {x, next}) => {
	const {count, parent, depth} = tree;
	let roots = 0, deepest = 0;
	for (let i = 0; i < count; i++) {
		const up = parent[i], size = total[i];
		if (up === NONE) { x[i] = next[i] = roots; roots += size; }
		else { x[i] = next[i] = next[up]; next[up] += size; }
		if (size > 0 && depth[i] > deepest) deepest = depth[i];
	}
	return {sum: roots, deepest};
};
// Nodes of each level from left to right. Weights move them, but none past another: each tree has one such order.
const orders = new WeakMap();
const levelsOf = tree => {
	if (orders.has(tree)) return orders.get(tree);
	const {count, parent, depth} = tree, counts = new Uint32Array(tree.deepest + 2), levels = [];
	const size = new Uint32Array(count).fill(1), x = new Float64Array(count);
	for (let i = count; i-- > 0;) if (parent[i] !== NONE) size[parent[i]] += size[i];
	layoutOf(tree, size, {x, next: new Float64Array(count)});
	for (let i = 0; i < count; i++) counts[depth[i]]++;
	for (let d = 0; d <= tree.deepest; d++) levels.push(new Uint32Array(counts[d]));
	counts.fill(0);
	for (let i = 0; i < count; i++) levels[depth[i]][counts[depth[i]]++] = i;
	for (const level of levels) {
		let sorted = true;
		for (let i = 1; i < level.length && sorted; i++) sorted = x[level[i - 1]] <= x[level[i]];
		if (!sorted) level.sort((a, b) => x[a] - x[b]);
	}
	orders.set(tree, levels);
	return levels;
};

return class FlameChart {
	// options: up: the outermost level is at the bottom; choose(frame), pick(node) on double click; empty: text
	constructor(element, options) {
		this.options = options;
		this.scroller = page.make('div', {class: 'flames', tabindex: '0'}, element);
		this.spacer = page.make('div', {class: 'spacer'}, this.scroller);
		this.canvas = page.make('canvas', {}, this.spacer);
		this.cut = page.make('p', {class: 'hint onpaper', hidden: ''}, element, 'Deeper calls are narrower than a letter; the page on a screen has them.');
		this.nrLevels = 0;
		this.context = this.canvas.getContext('2d');
		this.view = {from: 0, to: 1};
		this.root = NONE;
		this.tree = null;
		this.hovered = NONE;
		this.listen();
	}
	// w: {own, total, before, sumBefore, whole}; frames: names
	set(tree, w, frames) {
		const isOther = this.tree !== tree, sum = this.sum || 1, was = this.view;
		this.tree = tree;
		this.w = w;
		this.frames = frames;
		this.shown = w.before ? this.widths(w) : w.total;
		if (isOther) this.places = {x: new Float64Array(tree.count), next: new Float64Array(tree.count)};
		const layout = layoutOf(tree, this.shown, this.places);
		this.x = this.places.x;
		this.sum = layout.sum;
		this.levels = levelsOf(tree).slice(0, layout.deepest + 1);
		if (isOther) { this.root = NONE; this.view = {from: 0, to: this.sum}; }
		else if (this.root !== NONE && this.shown[this.root] > 0) this.view = {from: this.x[this.root], to: this.x[this.root] + this.shown[this.root]};
		else { this.root = NONE; this.view = {from: was.from / sum * this.sum, to: was.to / sum * this.sum}; }
		this.stop = true;
		this.match = null;
		this.resize();
		if (isOther && this.options.up) this.scroller.scrollTop = this.scroller.scrollHeight;
	}
	// With a baseline a node is as wide as the greater of both shares of its own, and all below it: what vanished stays to be seen.
	widths(w) {
		const {count, parent} = this.tree, widths = new Float64Array(count), below = new Float64Array(count);
		for (let i = count; i-- > 0;) {
			const now = w.total[i] / (w.sum || 1), before = w.before[i] / (w.sumBefore || 1);
			widths[i] = Math.max(now, before, below[i]);
			if (parent[i] !== NONE) below[parent[i]] += widths[i];
		}
		return widths;
	}
	// Levels up to the last one with a call that is wide enough for a letter: paper cannot be zoomed into.
	readableLevels(width) {
		const least = CHAR * (this.view.to - this.view.from) / Math.max(1, width);
		let nr = this.levels.length;
		while (nr > 1 && !this.levels[nr - 1].some(node => this.shown[node] >= least)) nr--;
		return nr;
	}
	resize() {
		if (!this.tree) return;
		const paper = page.isPaper(), width = page.widthOf(this.scroller);
		this.nrLevels = paper ? this.readableLevels(width) : this.levels.length;
		this.cut.hidden = this.nrLevels === this.levels.length;
		const full = this.nrLevels * ROW + 4;
		const fromFoot = this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight;
		const least = this.options.least || 60, room = paper ? full : Math.max(least, Math.min(full, this.options.room()));
		this.scroller.style.height = paper ? 'auto' : room + 'px';
		this.spacer.style.height = paper ? 'auto' : full + 'px';
		this.width = width;
		this.height = room;
		page.sizeCanvas(this.canvas, this.context, width, room);
		if (this.options.up) this.scroller.scrollTop = this.scroller.scrollHeight - this.scroller.clientHeight - fromFoot;
		this.draw();
	}
	matches() {
		const {match} = page.state;
		if (this.matchOf === match && this.match) return this.match;
		this.matchOf = match;
		this.match = new Uint8Array(this.frames.count);
		if (match) for (let i = 0; i < this.frames.count; i++) this.match[i] = match(this.frames.text(i)) ? 1 : 0;
		return this.match;
	}
	// What is found, each sample once: outermost nodes alone.
	foundShare() {
		const match = this.matches(), {tree, w} = this, inside = new Uint8Array(tree.count);
		let sum = 0, nodes = 0;
		for (let i = 0; i < tree.count; i++) {
			const up = tree.parent[i], is = match[tree.frame[i]];
			inside[i] = up !== NONE && inside[up] || is;
			if (is && w.total[i] > 0) nodes++;
			if (is && !(up !== NONE && inside[up])) sum += w.total[i];
		}
		return {sum, nodes};
	}
	yOf(depth) { return this.options.up ? this.nrLevels * ROW + 2 - (depth + 1) * ROW : depth * ROW + 2; }
	draw() {
		const {context, view, width, height, tree} = this;
		if (!tree || !width) return;
		const top = page.isPaper() ? 0 : this.scroller.scrollTop, scale = width / (view.to - view.from || 1);
		this.base = {text: page.palette('flametext'), paper: page.palette('paper'), dark: page.isDark(), hit: page.palette('hit'), thin: page.palette('thin')};
		context.clearRect(0, 0, width, height);
		context.font = FONT;
		context.textBaseline = 'middle';
		for (let depth = 0; depth < this.levels.length; depth++) {
			const y = this.yOf(depth) - top;
			if (y + ROW >= 0 && y <= height) this.drawLevel(this.levels[depth], y, scale);
		}
		if (this.hovered !== NONE) this.outline(this.hovered, top, scale);
	}
	drawLevel(level, y, scale) {
		const {x, shown, view, width, context} = this;
		let low = 0, high = level.length;
		while (low < high) { // the first that ends behind the left side
			const middle = low + high >> 1;
			if (x[level[middle]] + shown[level[middle]] <= view.from) low = middle + 1; else high = middle;
		}
		let thinFrom = -1, thinTo = -1, thinHit = false;
		const match = page.state.match ? this.matches() : null;
		const flush = () => {
			if (thinFrom < 0) return;
			context.fillStyle = thinHit ? this.base.hit : this.base.thin;
			context.fillRect(thinFrom, y + 0.5, Math.max(0.4, thinTo - thinFrom), ROW - 1);
			thinFrom = -1;
			thinHit = false;
		};
		for (let n = low; n < level.length; n++) {
			const node = level[n], left = (x[node] - view.from) * scale, size = shown[node] * scale;
			if (left >= width) break;
			if (size < 1) {
				if (size === 0) continue;
				if (thinFrom < 0 || left - thinTo > 1) { flush(); thinFrom = left; }
				thinTo = left + size;
				thinHit = thinHit || !!match && match[this.tree.frame[node]] === 1;
				continue;
			}
			flush();
			this.drawNode(node, Math.max(0, left), y, Math.min(width, left + size) - Math.max(0, left), match);
		}
		flush();
	}
	drawNode(node, left, y, size, match) {
		const {context} = this, frame = this.tree.frame[node], isHit = match && match[frame];
		context.fillStyle = isHit ? this.base.hit : this.colour(node, frame);
		if (match && !isHit) context.globalAlpha = 0.45;
		context.fillRect(left, y + 0.5, Math.max(0.5, size - (size > 3 ? 1 : 0.25)), ROW - 1);
		if (this.w.before && !this.w.total[node]) this.hatch(left, y, size);
		const room = Math.floor((size - 7) / CHAR);
		if (room >= 3) {
			const text = page.fit(page.clean(this.frames.text(frame)), room);
			context.fillStyle = isHit ? '#fff' : this.base.text;
			if (text) context.fillText(text, left + 3, y + ROW / 2 + 0.5);
		}
		context.globalAlpha = 1;
	}
	// what is gone
	hatch(left, y, size) {
		const {context} = this;
		context.save();
		context.beginPath();
		context.rect(left, y + 0.5, size, ROW - 1);
		context.clip();
		context.strokeStyle = 'rgba(255,255,255,.55)';
		context.beginPath();
		for (let at = left - ROW; at < left + Math.min(size, 3000); at += 6) { context.moveTo(at, y + ROW); context.lineTo(at + ROW, y); }
		context.stroke();
		context.restore();
	}
	outline(node, top, scale) {
		const {context, view} = this, left = Math.max(0.5, (this.x[node] - view.from) * scale), y = this.yOf(this.tree.depth[node]) - top;
		const right = Math.min(this.width - 0.5, (this.x[node] + this.shown[node] - view.from) * scale);
		context.strokeStyle = page.palette('text');
		context.lineWidth = 1.5;
		context.strokeRect(left, y + 1, Math.max(1, right - left), ROW - 2);
		context.lineWidth = 1;
	}
	colour(node, frame) {
		const kind = this.frames.kind[frame], dark = this.base.dark, how = page.state.colours;
		if (this.w.before && how === 'difference') {
			const {w} = this, change = w.total[node] / (w.sum || 1) - w.before[node] / (w.sumBefore || 1);
			const strength = Math.min(1, Math.abs(change) / Math.max(0.002, this.shown[node] * 0.5));
			if (strength < 0.02) return dark ? '#7d828c' : '#dcdee3';
			return `hsl(${change > 0 ? 4 : 215} ${Math.round(20 + 60 * strength)}% ${Math.round((dark ? 68 : 88) - 24 * strength)}%)`;
		}
		const key = (how === 'name' ? 'n' : 'o') + (dark ? 'd' : 'l') + frame;
		this.colours = this.colours || new Map();
		let known = this.colours.get(key);
		if (known) return known;
		if (kind === TASK) known = dark ? '#8b909b' : '#cfd3da';
		else if (kind === WAIT) known = dark ? '#5f87b8' : '#9cc0ea';
		else if (how === 'name') {
			const h = page.hash(this.frames.text(frame));
			known = `hsl(${kind === KERNEL ? 14 + h % 16 : 32 + h % 26} ${70 + (h >> 8) % 20}% ${(dark ? 58 : 66) + (h >> 16) % 10}%)`;
		} else {
			const object = this.frames.objectText(frame), h = page.hash(object), own = page.hash(this.frames.text(frame));
			const hue = kind === KERNEL ? 16 : object ? (60 + h % 270) % 360 : 220, depth = (own >> 8) % 7;
			known = `hsl(${hue} ${object ? (kind === INLINED ? 34 : 52) : 6}% ${(dark ? 60 : 71) + depth}%)`;
		}
		this.colours.set(key, known);
		return known;
	}
	nodeAt(event) {
		if (!this.tree) return NONE;
		const box = this.canvas.getBoundingClientRect(), y = event.clientY - box.top + this.scroller.scrollTop;
		const depth = this.options.up ? this.nrLevels - 1 - Math.floor((y - 2) / ROW) : Math.floor((y - 2) / ROW);
		const level = this.levels[depth], at = this.view.from + (event.clientX - box.left) / this.width * (this.view.to - this.view.from);
		if (!level) return NONE;
		let low = 0, high = level.length;
		while (low < high) {
			const middle = low + high >> 1;
			if (this.x[level[middle]] + this.shown[level[middle]] <= at) low = middle + 1; else high = middle;
		}
		return low < level.length && this.x[level[low]] <= at ? level[low] : NONE;
	}
	lines(node) {
		const {w, frames} = this, frame = this.tree.frame[node], total = w.total[node], own = w.own[node], up = this.tree.parent[node];
		const lines = [page.clean(frames.text(frame)) + (frames.kind[frame] === INLINED ? ' (inlined)' : '')];
		if (frames.objectText(frame)) lines.push(page.clean(frames.objectText(frame)));
		lines.push('total ' + page.percent(total, w.whole) + ' \u2013 ' + page.weight(total), 'self ' + page.percent(own, w.whole) + ' \u2013 ' + page.weight(own));
		if (w.before) {
			const now = total / (w.sum || 1) * 100, was = w.before[node] / (w.sumBefore || 1) * 100;
			lines.push(`before ${was.toFixed(2)}%, now ${now.toFixed(2)}% (${now >= was ? '+' : '\u2212'}${Math.abs(now - was).toFixed(2)})`);
		}
		if (up !== NONE) lines.push(page.percent(total, w.total[up]) + ' of ' + page.fit(page.clean(frames.text(this.tree.frame[up])), 60));
		return lines;
	}
	zoom(node) {
		this.root = node;
		const to = node === NONE ? {from: 0, to: this.sum} : {from: this.x[node], to: this.x[node] + this.shown[node]};
		const from = {...this.view}, began = performance.now();
		this.stop = false;
		if (matchMedia('(prefers-reduced-motion: reduce)').matches) { this.view = to; this.draw(); return; }
		const step = now => {
			if (this.stop) return;
			const part = Math.min(1, (now - began) / 180), eased = 1 - (1 - part) ** 3;
			// widths change by a factor, so that a zoom looks even
			const size = (from.to - from.from) * ((to.to - to.from) / (from.to - from.from)) ** eased, span = from.to - from.from - (to.to - to.from);
			const along = Math.abs(span) < 1e-12 * this.sum ? eased : (from.to - from.from - size) / span;
			this.view.from = from.from + (to.from - from.from) * along;
			this.view.to = part === 1 ? to.to : this.view.from + size;
			if (part === 1) this.view.from = to.from;
			this.draw();
			if (part < 1) requestAnimationFrame(step);
		};
		requestAnimationFrame(step);
	}
	setView(from, to) {
		const size = Math.min(this.sum, Math.max(this.sum * 1e-9, to - from));
		from = Math.max(0, Math.min(this.sum - size, from));
		this.stop = true;
		this.view = {from, to: from + size};
		this.draw();
	}
	listen() {
		let drag = null;
		this.scroller.addEventListener('scroll', () => this.draw());
		this.canvas.addEventListener('wheel', event => {
			if (!event.ctrlKey && !event.shiftKey && Math.abs(event.deltaY) >= Math.abs(event.deltaX) && this.scroller.scrollHeight > this.scroller.clientHeight + 1 && !event.altKey) return;
			event.preventDefault();
			const {view} = this, size = view.to - view.from, box = this.canvas.getBoundingClientRect();
			if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) return this.setView(view.from + event.deltaX / this.width * size, view.to + event.deltaX / this.width * size);
			const at = (event.clientX - box.left) / this.width, factor = Math.exp(Math.max(-240, Math.min(240, event.deltaY)) / 300);
			this.setView(view.from + at * size * (1 - factor), view.from + at * size * (1 - factor) + size * factor);
		}, {passive: false});
		this.canvas.addEventListener('pointerdown', event => {
			if (event.button !== 0) return;
			drag = {x: event.clientX, y: event.clientY, from: this.view.from, to: this.view.to, top: this.scroller.scrollTop, far: false};
			this.canvas.setPointerCapture(event.pointerId);
		});
		this.canvas.addEventListener('pointermove', event => {
			if (drag) {
				if (Math.abs(event.clientX - drag.x) + Math.abs(event.clientY - drag.y) > 4) drag.far = true;
				if (!drag.far) return;
				page.hideTip();
				const by = (drag.x - event.clientX) / this.width * (drag.to - drag.from);
				this.scroller.scrollTop = drag.top + drag.y - event.clientY;
				return this.setView(drag.from + by, drag.to + by);
			}
			this.hover(this.nodeAt(event), event);
		});
		this.canvas.addEventListener('pointerup', event => {
			const was = drag;
			drag = null;
			if (!was || was.far) return;
			const node = this.nodeAt(event);
			if (node === NONE) return;
			page.set({frame: this.tree.frame[node]});
			this.zoom(node);
		});
		this.canvas.addEventListener('pointercancel', () => { drag = null; });
		this.canvas.addEventListener('pointerleave', () => this.hover(NONE));
		this.canvas.addEventListener('dblclick', () => this.zoom(NONE));
		this.scroller.addEventListener('keydown', event => {
			const {view} = this, size = view.to - view.from;
			const move = {ArrowLeft: [-0.1, -0.1], ArrowRight: [0.1, 0.1], '+': [0.15, -0.15], '=': [0.15, -0.15], '-': [-0.25, 0.25]}[event.key];
			if (!move) return;
			event.preventDefault();
			this.setView(view.from + move[0] * size, view.to + move[1] * size);
		});
	}
	hover(node, event) {
		if (node !== this.hovered) { this.hovered = node; this.draw(); }
		if (node === NONE) page.hideTip(); else page.showTip(this.lines(node), event.clientX, event.clientY);
	}
};
})();

(() => {
let chart, select;
const room = () => Math.max(200, innerHeight - chart.scroller.getBoundingClientRect().top - scrollY - 14);
const update = () => {
	const d = page.profile.data(), w = page.profile.weights();
	chart.colours = null;
	chart.set(d.tree, w, d.frames);
	tellFound();
};
const tellFound = () => {
	if (!page.state.match) return;
	const {sum, nodes} = chart.foundShare(), w = page.profile.weights();
	page.share(nodes ? `${page.percent(sum, w.whole)} in ${page.grouped(nodes)} place${nodes > 1 ? 's' : ''}` : 'not found');
};
const flip = () => {
	chart.options.up = !chart.options.up;
	chart.scroller.scrollTop = chart.options.up ? chart.scroller.scrollHeight : 0;
	chart.draw();
};
page.section('flame', {
	title: 'Flame graph',
	make(element) {
		const tools = page.make('div', {class: 'tools noprint'}, element), {icicle, colours} = page.facts.flame;
		page.make('label', {}, tools, 'Colours by ').appendChild(select = page.make('select', {}));
		const hasBaseline = page.facts.profiles.some(profile => profile.events.some(event => event.baseline));
		for (const how of ['object', 'name', ...hasBaseline ? ['difference'] : []]) page.make('option', {value: how}, select, how);
		page.state.colours = select.value = colours || (hasBaseline ? 'difference' : 'object');
		select.addEventListener('change', () => page.set({colours: select.value}));
		page.make('button', {type: 'button', title: 'Outermost calls at the top or at the bottom (i)'}, tools, 'Flames / icicles').addEventListener('click', flip);
		page.make('button', {type: 'button', title: 'Show all (Escape)'}, tools, 'Zoom out').addEventListener('click', () => chart.zoom(page.profile.NONE));
		page.make('span', {class: 'hint'}, tools, 'Width is weight; left to right is by name.');
		chart = new page.FlameChart(element, {up: !icicle, room});
		page.flame = chart;
	},
	update(changed) {
		if (['profile', 'event', 'span', 'thread'].some(name => changed.has(name))) return update();
		if (changed.has('match')) tellFound();
		if (changed.has('match') || changed.has('colours')) chart.draw();
	},
	show() { chart.resize(); if (chart.options.up && !chart.wasShown) chart.scroller.scrollTop = chart.scroller.scrollHeight; chart.wasShown = chart.width > 0; chart.draw(); },
	reset() { chart.zoom(page.profile.NONE); },
	keys: {i: ['flames or icicles', flip]},
});
})();
