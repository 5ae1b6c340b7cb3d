// The trees of calls, and weights: of everything, of a span, of a thread.
//
// page.loaded[number] is an event: nodes as the recording's profile has them (by frame and row), and `tree`, where siblings of one name are one.
// page.weights() says what each node of the tree, and each row of the table, weighs in what is chosen.
page.profile = (() => {
const {loaded, names} = page;
const NONE = 0xffffffff;

const readFrames = reader => {
	const count = reader.number();
	const name = reader.column(count), object = reader.column(count), kind = reader.column(count, Uint8Array);
	return {count, name, object, kind, text: i => names[name[i]], objectText: i => names[object[i]]};
};
// columns of nodes -> parent and end by preorder
const readNodes = (reader, event) => {
	const nrLabels = reader.number();
	const labelFrame = reader.column(nrLabels), labelRow = reader.column(nrLabels), labelLeaf = reader.column(nrLabels, Uint8Array);
	const count = reader.number();
	const depth = reader.column(count), label = reader.column(count), samples = reader.column(count), own = reader.signedColumn(count);
	const was = event.baseline ? reader.column(count, Float64Array) : null;
	const parent = new Uint32Array(count), frame = new Uint32Array(count), row = new Uint32Array(count), leaf = new Uint8Array(count);
	const path = [];
	for (let i = 0; i < count; i++) {
		own[i] += samples[i] * event.unit;
		frame[i] = labelFrame[label[i]];
		row[i] = labelRow[label[i]] - 1; // -1 becomes NONE
		leaf[i] = labelLeaf[label[i]];
		parent[i] = depth[i] ? path[depth[i] - 1] : NONE;
		path[depth[i]] = i;
	}
	const rowFrame = new Map();
	for (let i = 0; i < nrLabels; i++) if (labelRow[i] && !rowFrame.has(labelRow[i] - 1)) rowFrame.set(labelRow[i] - 1, labelFrame[i]);
	return {count, depth, frame, row, leaf, parent, samples, own, was, rowFrame};
};
// Siblings with one frame become one node. Nodes of the profile are in preorder and siblings by frame, so that equal ones follow each other where
// they have one parent in the profile; children of a merged node are looked up.
const mergeNodes = nodes => {
	const of = new Uint32Array(nodes.count), parent = new Uint32Array(nodes.count), frame = new Uint32Array(nodes.count), depth = new Uint32Array(nodes.count);
	const merged = new Uint8Array(nodes.count), lastChild = new Uint32Array(nodes.count + 1).fill(NONE), children = new Map();
	let count = 0, deepest = 0;
	for (let i = 0; i < nodes.count; i++) {
		const up = nodes.parent[i] === NONE ? NONE : of[nodes.parent[i]], slot = up === NONE ? nodes.count : up, f = nodes.frame[i];
		// the address beside a chain that ends in the same function: another row, the same place
		if (nodes.leaf[i] && up !== NONE && frame[up] === f) { of[i] = up; continue; }
		let found = NONE;
		if (lastChild[slot] !== NONE && frame[lastChild[slot]] === f) found = lastChild[slot];
		else if (up !== NONE && merged[up]) {
			const known = children.get(up * 4194304 + f);
			if (known !== undefined) found = known;
		}
		if (found === NONE) {
			found = count++;
			parent[found] = up;
			frame[found] = f;
			depth[found] = nodes.depth[i];
			if (depth[found] > deepest) deepest = depth[found];
		} else if (!merged[found]) {
			// what it has so far is now looked up: its children are the nodes behind it
			merged[found] = 1;
			for (let c = found + 1; c < count && depth[c] > depth[found]; c++) if (parent[c] === found) children.set(found * 4194304 + frame[c], c);
		}
		if (up !== NONE && merged[up]) { children.set(up * 4194304 + f, found); merged[found] = 1; }
		lastChild[slot] = found;
		of[i] = found;
	}
	return {count, of, parent: parent.slice(0, count), frame: frame.slice(0, count), depth: depth.slice(0, count), deepest};
};

// Moments (html_moments.c): by slice [begin[slice], begin[slice + 1]), of each its thread, node, samples, own weight.
const readMoments = (reader, event) => {
	const nrSlices = reader.number(), counts = reader.column(nrSlices), begin = new Uint32Array(nrSlices + 1);
	for (let i = 0; i < nrSlices; i++) begin[i + 1] = begin[i] + counts[i];
	const count = begin[nrSlices], thread = reader.column(count), node = reader.column(count), samples = reader.column(count), own = reader.signedColumn(count);
	for (let slice = 0; slice < nrSlices; slice++)
		for (let i = begin[slice]; i < begin[slice + 1]; i++) {
			const first = i === begin[slice], same = !first && thread[i] === 0;
			if (!first) thread[i] += thread[i - 1];
			if (same) node[i] += node[i - 1];
			own[i] += samples[i] * event.unit;
		}
	return {count, nrSlices, begin, thread, node, samples, own};
};
// Calls add(moment) for those in the span and of the thread that are chosen.
const eachChosen = (moments, add) => {
	const {span, thread} = page.state, first = span ? moments.begin[span[0]] : 0, end = span ? moments.begin[span[1]] : moments.count;
	for (let i = first; i < end; i++) if (thread < 0 || moments.thread[i] === thread) add(i);
};
const isPart = () => page.state.span !== null || page.state.thread >= 0;

const readEvent = async event => {
	const frames = readFrames(await page.reader('frames' + event.number));
	const nodes = readNodes(await page.reader('nodes' + event.number), event);
	const tree = mergeNodes(nodes);
	const data = {event, frames, nodes, tree, rows: null, times: null};
	const rows = await page.reader('rows' + event.number);
	if (rows) {
		const count = rows.number();
		data.rows = {count, own: rows.column(count, Float64Array), total: rows.column(count, Float64Array), samples: rows.column(count, Float64Array)};
	}
	return data;
};
const data = () => loaded[page.event().number];

// own of each node of the profile -> weights of the tree; room: {total, treeOwn}, of an earlier sum
const addUp = (d, own, samples, was, room) => {
	const {tree, nodes} = d, total = room ? room.total : new Float64Array(tree.count), treeOwn = room ? room.treeOwn : new Float64Array(tree.count);
	const before = was && new Float64Array(tree.count);
	let sum = 0, sumBefore = 0, nrSamples = 0;
	treeOwn.fill(0);
	for (let i = 0; i < nodes.count; i++) {
		treeOwn[tree.of[i]] += own[i];
		sum += own[i];
		nrSamples += samples[i];
		if (was) { before[tree.of[i]] += was[i]; sumBefore += was[i]; }
	}
	total.set(treeOwn);
	for (let i = tree.count; i-- > 0;) {
		if (tree.parent[i] === NONE) continue;
		total[tree.parent[i]] += total[i];
		if (was) before[tree.parent[i]] += before[i];
	}
	return {own: treeOwn, total, sum, samples: nrSamples, before, sumBefore};
};
// Each row's own weight, and with what it called: outermost nodes of a row alone add theirs, so that recursion counts once.
const rowsOf = (d, own, samples) => {
	const {nodes} = d, count = d.rows.count, children = page.facts.profiles[page.state.profile].children;
	const rows = {count, own: new Float64Array(count), total: new Float64Array(count), samples: new Float64Array(count)};
	const total = Float64Array.from(own), onPath = new Uint32Array(count), path = [];
	for (let i = nodes.count; i-- > 0;) if (nodes.parent[i] !== NONE) total[nodes.parent[i]] += total[i];
	for (let i = 0; i < nodes.count; i++) {
		while (path.length > nodes.depth[i]) { const left = path.pop(); if (left !== NONE) onPath[left]--; }
		const row = nodes.row[i];
		path.push(row);
		if (row === NONE) continue;
		rows.own[row] += own[i];
		rows.samples[row] += samples[i];
		if (!onPath[row]++) rows.total[row] += total[i];
	}
	return children ? rows : {...rows, total: rows.own};
};
// The part that was added up last: {event, thread, first, end: of its moments; own, samples: by node; total, treeOwn: by node of the tree; sum,
// nrSamples}. Whoever draws a span moves an end of it by a few slices a picture: what comes in and goes out is added, all else stays.
let part = null;
// Moments [from, to) come in (sign 1) or go out (-1).
const movePart = (d, from, to, sign) => {
	const {times, tree} = d, {thread, own, samples, total, treeOwn} = part;
	for (let i = from; i < to; i++) {
		if (thread >= 0 && times.thread[i] !== thread) continue;
		const node = times.node[i], weight = sign * times.own[i], of = tree.of[node];
		own[node] += weight;
		samples[node] += sign * times.samples[i];
		part.sum += weight;
		part.nrSamples += sign * times.samples[i];
		treeOwn[of] += weight;
		for (let up = of; up !== NONE; up = tree.parent[up]) total[up] += weight;
	}
};
const makePart = (d, first, end, thread) => {
	const {times, nodes, tree} = d;
	if (!part || part.event !== d.event.number)
		part = {event: d.event.number, own: new Float64Array(nodes.count), samples: new Float64Array(nodes.count), total: new Float64Array(tree.count), treeOwn: new Float64Array(tree.count)};
	const {own, samples} = part;
	own.fill(0);
	samples.fill(0);
	for (let i = first; i < end; i++) {
		if (thread >= 0 && times.thread[i] !== thread) continue;
		own[times.node[i]] += times.own[i];
		samples[times.node[i]] += times.samples[i];
	}
	const sums = addUp(d, own, samples, null, part);
	part.sum = sums.sum;
	part.nrSamples = sums.samples;
};
// What the chosen span and thread weigh.
const choosePart = d => {
	const {times} = d, {span, thread} = page.state, first = span ? times.begin[span[0]] : 0, end = span ? times.begin[span[1]] : times.count;
	// as far as whole numbers are exact, taking away undoes adding
	const isSame = part && part.event === d.event.number && part.thread === thread && Number.isInteger(d.event.unit) && d.event.period < Number.MAX_SAFE_INTEGER;
	const moved = isSame ? Math.abs(part.first - first) + Math.abs(part.end - end) : Infinity;
	if (moved > Math.min(end - first, times.count / 16) || first > part.end || end < part.first) makePart(d, first, end, thread);
	else {
		movePart(d, part.end, end, 1);
		movePart(d, first, part.first, 1);
		movePart(d, end, part.end, -1);
		movePart(d, part.first, first, -1);
	}
	Object.assign(part, {first, end, thread});
	return {own: part.treeOwn, total: part.total, sum: part.sum, samples: part.nrSamples, before: null, sumBefore: 0};
};
const known = {key: '', shown: null};
// {own, total: by node of the tree; sum; samples; rows: {own, total, samples: by row}, whole: what shares are shares of}. Valid until another part is
// chosen.
const weights = () => {
	const d = data(), {span, thread} = page.state, key = [d.event.number, span, thread].join();
	if (known.key === key) return known.shown;
	const isAll = !d.times || !isPart(), {nodes} = d;
	if (isAll && !d.all) d.all = addUp(d, nodes.own, nodes.samples, nodes.was, null);
	const shown = {...isAll ? d.all : choosePart(d), key};
	shown.whole = isAll && d.rows ? d.event.period : shown.sum;
	let rows = null;
	Object.defineProperty(shown, 'rows', {get: () => rows || (rows = isAll ? d.rows : rowsOf(d, part.own, part.samples))});
	Object.assign(known, {key, shown});
	return shown;
};

page.section('profile', {
	async load() {
		const event = page.event();
		if (!loaded[event.number]) loaded[event.number] = await readEvent(event);
	},
});
return {NONE, data, weights, rowsOf, readMoments, eachChosen, isPart};
})();
