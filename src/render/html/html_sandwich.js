// One function: who calls it above, what it calls below. Both are made of the tree when a function is chosen.
(() => {
const {NONE} = page.profile;
let above, below, title, list, toCode, made = {key: null};

// A tree that grows by (parent, frame).
class Growing {
	constructor() { this.parent = []; this.frame = []; this.depth = []; this.own = []; this.total = []; this.children = new Map(); this.deepest = 0; }
	child(parent, frame) {
		const key = (parent === NONE ? 0 : parent + 1) * 4194304 + frame;
		let node = this.children.get(key);
		if (node !== undefined) return node;
		node = this.parent.length;
		this.parent.push(parent);
		this.frame.push(frame);
		this.depth.push(parent === NONE ? 0 : this.depth[parent] + 1);
		this.deepest = Math.max(this.deepest, this.depth[node]);
		this.own.push(0);
		this.total.push(0);
		this.children.set(key, node);
		return node;
	}
	// children by frame, so that order does not depend on what came first
	tree() {
		const order = Array.from(this.parent.keys()).sort((a, b) => this.depth[a] - this.depth[b] || this.frame[a] - this.frame[b]);
		const number = new Uint32Array(order.length);
		order.forEach((node, i) => { number[node] = i; });
		return {tree: {count: order.length, deepest: this.deepest, parent: Uint32Array.from(order, n => this.parent[n] === NONE ? NONE : number[this.parent[n]]),
			frame: Uint32Array.from(order, n => this.frame[n]), depth: Uint32Array.from(order, n => this.depth[n])},
		own: Float64Array.from(order, n => this.own[n]), total: Float64Array.from(order, n => this.total[n])};
	}
}
// The outermost nodes of a function have all its time, each sample once.
const sandwich = (tree, w, frame) => {
	const callers = new Growing(), callees = new Growing(), of = new Uint32Array(tree.count).fill(NONE);
	let own = 0;
	for (let i = 0; i < tree.count; i++) {
		const up = tree.parent[i];
		if (up !== NONE && of[up] !== NONE) of[i] = callees.child(of[up], tree.frame[i]);
		else if (tree.frame[i] === frame && w.total[i] > 0) {
			of[i] = callees.child(NONE, frame);
			let node = callers.child(NONE, frame);
			callers.total[node] += w.total[i];
			for (let p = up; p !== NONE; p = tree.parent[p]) {
				node = callers.child(node, tree.frame[p]);
				callers.total[node] += w.total[i];
			}
			callers.own[node] += w.total[i];
		}
		if (of[i] !== NONE) {
			callees.own[of[i]] += w.own[i];
			for (let n = of[i]; n !== NONE; n = callees.parent[n]) callees.total[n] += w.own[i];
			if (tree.frame[i] === frame) own += w.own[i];
		}
	}
	return {callers: callers.tree(), callees: callees.tree(), own, total: callees.total[0] || 0};
};
const heaviest = (d, w) => {
	const own = new Float64Array(d.frames.count);
	for (let i = 0; i < d.tree.count; i++) own[d.tree.frame[i]] += w.own[i];
	let best = 0;
	for (let i = 0; i < own.length; i++) if (d.frames.kind[i] !== 0 && own[i] > own[best]) best = i;
	return best;
};
const update = () => {
	const d = page.profile.data(), w = page.profile.weights(), frame = page.state.frame >= 0 ? page.state.frame : heaviest(d, w), key = [w.key, frame].join();
	if (made.key === key) return;
	made = {key, frame};
	const both = sandwich(d.tree, w, frame), sums = {whole: w.whole, sum: w.sum, before: null};
	title.textContent = page.clean(d.frames.text(frame));
	list.textContent = `total ${page.percent(both.total, w.whole)}, self ${page.percent(both.own, w.whole)}` + (d.frames.objectText(frame) ? ' \u2013 ' + page.clean(d.frames.objectText(frame)) : '');
	toCode.hidden = !page.code || !page.code.has(d.frames.text(frame), d.frames.objectText(frame));
	above.set(both.callers.tree, {...sums, own: both.callers.own, total: both.callers.total}, d.frames);
	below.set(both.callees.tree, {...sums, own: both.callees.own, total: both.callees.total}, d.frames);
	above.scroller.scrollTop = above.scroller.scrollHeight;
};
page.section('sandwich', {
	title: 'Callers and callees',
	make(element) {
		const head = page.make('div', {class: 'tools'}, element);
		title = page.make('b', {class: 'name'}, head);
		list = page.make('span', {class: 'hint'}, head);
		toCode = page.make('button', {type: 'button', title: 'Source and assembly', class: 'noprint', hidden: ''}, head, 'Code');
		toCode.addEventListener('click', () => page.set({frame: made.frame, tab: 'code'}));
		const room = () => Math.max(120, (innerHeight - 330) / 2);
		page.make('h3', {}, element, 'Who calls it');
		above = new page.FlameChart(element, {up: true, room, least: 40});
		page.make('h3', {}, element, 'What it calls');
		below = new page.FlameChart(element, {up: false, room, least: 40});
	},
	update(changed) {
		if (page.state.tab !== 'sandwich' && !page.isPaper()) return;
		if (['profile', 'event', 'span', 'thread', 'frame'].some(name => changed.has(name))) update();
		else if (changed.has('match') || changed.has('colours')) { above.draw(); below.draw(); }
	},
	show() { update(); above.resize(); below.resize(); above.scroller.scrollTop = above.scroller.scrollHeight; },
});
})();
