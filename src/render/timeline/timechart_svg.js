// The script of timecharts: draws any part of the time out of the packed spans (render/timeline/timechart_packed.h), as timechart_columns.c draws the whole.
(() => {
const {svg, plot, view, full, make, time, chart} = page;
const about = JSON.parse(document.getElementById('chart').textContent);
const RUNNING = 0, WAITING = 1, BLOCKED = 2, IDLE = 3, READ = 4, WRITE = 5, SYNC = 6, RECEIVE = 7, SEND = 8, POLL = 9, MIXED = 10;
const WORDS = ['running', 'waiting', 'blocked', 'idle', 'read', 'write', 'sync', 'receive', 'send', 'poll', 'mixed'];
const TASK_HEIGHT = 16, IO_HEIGHT = 26, LEVELS = 8, CHARACTER = 6, MAX_ARROWS = 400;
const STATES = ['sample', 'waiting', 'blocked', 'c3', 'sample_hi', 'k0', 'k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'k8', 'k9', 'k10', 'k11', 'found-run'];
const IDLES = ['c3', 'c3', 'c3', 'c3', 'c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6'];
const IOS = ['poll', 'sync', 'rw', 'net', 'error'];

// ---- the packed spans
let packed = null;
const bytes = () => {
	if (packed) return packed;
	const text = atob(document.getElementById('packed').textContent);
	packed = new Uint8Array(text.length);
	for (let i = 0; i < text.length; i++) packed[i] = text.charCodeAt(i);
	return packed;
};
let at = 0;
const next = () => {
	let value = 0, factor = 1, byte;
	do {
		byte = packed[at++];
		value += (byte & 127) * factor;
		factor *= 128;
	} while (byte & 128);
	return value;
};
const readSpans = (offset, size) => {
	bytes();
	const track = {start: [], end: [], kind: [], detail: [], chain: null, io: null, shares: null};
	let before = 0;
	for (at = offset; at < offset + size;) {
		const head = packed[at++], kind = head & 15, i = track.kind.length;
		const start = before + next();
		before = start + next();
		track.start.push(start);
		track.end.push(before);
		track.kind.push(kind);
		if (kind >= READ && kind <= POLL) {
			track.io = track.io || [];
			track.io[i] = {fd: next() - 2, error: -next(), bytes: next(), merges: next()};
			track.detail.push(0);
		} else if (kind === MIXED) {
			track.detail.push(next());
			track.shares = track.shares || [];
			track.shares[i] = [packed[at++] / 255, packed[at++] / 255, packed[at++] / 255];
		} else {
			track.detail.push(kind === RUNNING || kind === IDLE ? next() : 0);
		}
		if (head & 16) {
			track.chain = track.chain || [];
			track.chain[i] = next();
		}
	}
	return track;
};
const readWakeups = () => {
	const [count, offset] = about.wakeups, list = {time: new Float64Array(count), from: new Int32Array(count), to: new Int32Array(count), chain: new Int32Array(count)};
	bytes();
	at = offset;
	for (let i = 0, before = 0; i < count; i++) {
		list.time[i] = before += next();
		list.from[i] = next() - 1;
		list.to[i] = next();
		list.chain[i] = next() - 1;
	}
	return list;
};
const readFrequencies = (offset, size) => {
	bytes();
	const list = [];
	for (let before = 0, end = at = offset; (end = offset + size, at < end);) {
		before += next();
		list.push({time: before, khz: next()});
	}
	return list;
};
// the first span that ends after a time
const after = (track, value) => {
	let low = 0, high = track.end.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (track.end[middle] <= value) low = middle + 1;
		else high = middle;
	}
	return low;
};

// ---- rows
const tasks = about.tasks.map(([comm, tid, pid, start, end, run, wait, block, size, highlighted, colour, y, offset, length, ioY, ioOffset, ioLength], index) =>
	({index, comm, tid, pid, start, end, run, wait, block, size, highlighted, colour, y, offset, length, ioY, ioOffset, ioLength}));
const rows = [];
about.cpus.forEach(([cpu, y, a, b, c, d, e, f], index) => {
	if (y) rows.push({kind: 'c', index, cpu, y, height: about.cpuHeight + about.idleHeight, label: 'CPU ' + cpu, spans: [a, b], idle: [c, d], frequencies: [e, f]});
});
for (const task of tasks) {
	if (task.y) rows.push({kind: 't', index: task.index, task, y: task.y, height: TASK_HEIGHT, spans: [task.offset, task.length]});
	if (task.ioY) rows.push({kind: 'i', index: task.index, task, y: task.ioY, height: IO_HEIGHT, spans: [task.ioOffset, task.ioLength]});
}
rows.sort((a, b) => a.y - b.y);
for (const row of rows) {
	row.group = document.getElementById('r' + row.kind + row.index);
	row.text = document.getElementById('l' + row.kind + row.index);
	row.drawn = 0;
}
const track = (row, which) => {
	const key = which || 'spans', kept = row['read ' + key];
	return kept || (row['read ' + key] = key === 'frequencies' ? readFrequencies(...row[key]) : readSpans(...row[key]));
};
const nameOf = task => task ? task.comm + ':' + task.tid : '?';
let found = new Set(); // tasks

// ---- from spans to columns of a pixel
class Columns {
	constructor(y, height, classes) {
		Object.assign(this, {y, height, classes, paths: [], owned: 0, column: -1, shares: [0, 0, 0, 0], dense: null});
		this.width = Math.floor(plot.width);
		this.scale = this.width / (view.to - view.from);
	}
	rect(path, column, count, y, height) {
		const up = +y.toFixed(2), high = +height.toFixed(2);
		this.paths[path] = (this.paths[path] || '') + 'M' + (plot.x + column) + ' ' + up + 'h' + count + 'v' + high + 'h-' + count + 'z';
	}
	levels(shares) {
		let sum = 0, largest = 0;
		const levels = shares.map(share => share > 0 ? Math.min(LEVELS, Math.max(1, Math.floor(share * LEVELS + 0.5))) : 0);
		levels.forEach((level, i) => {
			sum += level;
			if (level > levels[largest]) largest = i;
		});
		if (sum > LEVELS) levels[largest] = Math.max(1, levels[largest] - (sum - LEVELS));
		return levels;
	}
	drawLevels(from, to, levels) {
		let bottom = this.y + this.height;
		levels.forEach((level, i) => {
			if (!level) return;
			const height = this.height * level / LEVELS;
			this.rect(i, from, to - from, bottom - height, height);
			bottom -= height;
		});
	}
	drawDense() {
		if (this.dense) this.drawLevels(this.dense.from, this.dense.to, this.dense.levels);
		this.dense = null;
	}
	endColumn() {
		if (this.column < 0) return;
		const levels = this.levels(this.shares), dense = this.dense;
		if (dense && dense.to === this.column && dense.levels.every((level, i) => level === levels[i])) {
			dense.to = this.column + 1;
		} else {
			this.drawDense();
			this.dense = {from: this.column, to: this.column + 1, levels};
		}
		this.column = -1;
	}
	add(column, share, amount) {
		if (column !== this.column) {
			this.endColumn();
			this.column = column;
			this.shares = [0, 0, 0, 0];
		}
		this.shares[share] += amount;
	}
	// the columns of a span; first === null when it is too short to have one for itself
	place(start, end) {
		const x0 = Math.max(0, (start - view.from) * this.scale), x1 = (end - view.from) * this.scale;
		if (x1 - x0 < 1) return {first: null, column: Math.min(Math.floor(x0), this.width - 1), length: Math.max(x1 - x0, 1e-9)};
		const first = Math.max(this.owned, Math.floor(x0 + 0.5)), last = Math.min(this.width, Math.floor(x1 + 0.5));
		if (this.column >= first) this.column = -1;
		this.endColumn();
		if (last > first) {
			this.drawDense();
			this.owned = last;
		}
		return {first, count: last - first};
	}
	span(start, end, path, share) {
		const place = this.place(start, end);
		if (place.first !== null) {
			if (place.count > 0) this.rect(path, place.first, place.count, this.y, this.height);
			return place;
		}
		if (place.column >= this.owned) this.add(place.column, share, place.length);
		return null;
	}
	mixed(start, end, shares) {
		const place = this.place(start, end);
		if (place.first !== null) {
			if (place.count > 0) this.drawLevels(place.first, place.first + place.count, this.levels([...shares, 0]));
		} else if (place.column >= this.owned) {
			shares.forEach((share, i) => { if (share > 0) this.add(place.column, i, share * place.length); });
		}
	}
	end(group) {
		this.endColumn();
		this.drawDense();
		this.paths.forEach((path, i) => make('path', {class: this.classes[i], d: path}, group));
	}
}
const stands = (task, length) => task.highlighted || about.highlight !== null && length > about.highlight;
const isFound = task => found.has(task);
const background = (row, name, from, to) => {
	const width = Math.floor(plot.width), scale = width / (view.to - view.from);
	const a = Math.max(0, Math.floor((from - view.from) * scale + 0.5)), b = Math.min(width, Math.floor((to - view.from) * scale + 0.5));
	if (b >= 0 && a <= width) make('rect', {class: name, x: plot.x + a, y: row.y, width: Math.max(1, b - a), height: row.kind === 'c' ? about.cpuHeight : row.height}, row.group);
};
const each = (spans, use) => {
	for (let i = after(spans, view.from); i < spans.start.length && spans.start[i] < view.to; i++) use(i);
};

const drawStates = row => {
	const spans = track(row), columns = new Columns(row.y, row.height, STATES);
	background(row, 'process', row.task.start, row.task.end);
	each(spans, i => {
		const kind = spans.kind[i];
		if (kind === MIXED) return columns.mixed(spans.start[i], spans.end[i], spans.shares[i]);
		const path = kind === RUNNING && stands(row.task, spans.end[i] - spans.start[i]) ? 4 : kind;
		columns.span(spans.start[i], spans.end[i], path, kind);
	});
	columns.end(row.group);
};
const cut = (text, width) => {
	const most = Math.max(3, Math.floor(width / CHARACTER)), all = [...text];
	return all.length > most ? all.slice(0, most - 1).join('') + '\u2026' : text;
};
const drawLoad = row => {
	const spans = track(row), columns = new Columns(row.y, about.cpuHeight, STATES), names = [];
	background(row, 'cpu', full.from, full.to);
	each(spans, i => {
		if (spans.kind[i] === MIXED) return columns.mixed(spans.start[i], spans.end[i], spans.shares[i]);
		const task = tasks[spans.detail[i]];
		const path = isFound(task) ? 17 : stands(task, spans.end[i] - spans.start[i]) ? 4 : 5 + task.colour;
		const place = columns.span(spans.start[i], spans.end[i], path, 0);
		if (place && place.count >= 5 * CHARACTER && about.cpuHeight >= 16) names.push([place, task.comm]);
	});
	columns.end(row.group);
	for (const [place, comm] of names) make('text', {class: 'name', x: plot.x + place.first + 3, y: row.y + 12}, row.group).textContent = cut(comm, place.count - 6);
};
const drawIdle = row => {
	const spans = track(row, 'idle'), columns = new Columns(row.y + about.cpuHeight, about.idleHeight, IDLES);
	each(spans, i => {
		if (spans.kind[i] === MIXED) columns.mixed(spans.start[i], spans.end[i], spans.shares[i]);
		else columns.span(spans.start[i], spans.end[i], 4 + Math.min(6, spans.detail[i]), 0);
	});
	columns.end(row.group);
};
const drawFrequencies = row => {
	const list = track(row, 'frequencies'), [low, high] = about.frequencies, width = Math.floor(plot.width), scale = width / (view.to - view.from);
	const yOf = khz => +(row.y + 2 + (about.cpuHeight - 4) * (1 - (high > low ? (khz - low) / (high - low) : 1))).toFixed(2);
	let path = '', before = null, i = 0;
	for (; i < list.length && list[i].time < view.from; i++) before = list[i].khz;
	if (before !== null) path = 'M' + plot.x + ' ' + yOf(before);
	while (i < list.length && list[i].time <= view.to) {
		const column = Math.floor((list[i].time - view.from) * scale);
		let least = Infinity, most = 0, last = 0;
		for (; i < list.length && Math.floor((list[i].time - view.from) * scale) === column; i++) {
			last = list[i].khz;
			least = Math.min(least, last);
			most = Math.max(most, last);
		}
		path += (path ? 'H' + (plot.x + column) + 'V' : 'M' + (plot.x + column) + ' ') + yOf(least) + (most !== least ? 'V' + yOf(most) : '') + 'V' + yOf(last);
	}
	if (path) make('path', {class: 'pstate', d: path + 'H' + (plot.x + width)}, row.group);
};
const ioHeight = size => {
	const most = IO_HEIGHT / 2 - 1;
	return about.maxBytes ? Math.floor(3 + (most - 3) * Math.log2(1 + size) / Math.log2(1 + about.maxBytes) + 0.5) : 3;
};
const drawIo = row => {
	const spans = track(row), columns = new Columns(row.y, row.height, IOS), middle = row.y + IO_HEIGHT / 2;
	const rect = (path, out, from, to, height) => path === 0 ? columns.rect(path, from, to - from, middle + IO_HEIGHT / 2 - 4, 4) :
		columns.rect(path, from, to - from, out ? middle + 1 : middle - height, height);
	let dense = null, column = null;
	const flush = () => {
		if (dense) dense.heights.forEach((height, i) => { if (height) rect(i >> 1, i & 1, dense.from, dense.to, height); });
		dense = null;
	};
	const endColumn = () => {
		if (!column) return;
		if (dense && dense.to === column.from && dense.heights.every((height, i) => height === column.heights[i])) {
			dense.to = column.to;
		} else {
			flush();
			dense = column;
		}
		column = null;
	};
	background(row, 'process', row.task.start, row.task.end);
	each(spans, i => {
		const kind = spans.kind[i], io = spans.io && spans.io[i];
		let path = kind === POLL ? 0 : kind === SYNC ? 1 : kind === RECEIVE || kind === SEND ? 3 : 2;
		let out = kind === WRITE || kind === SEND || kind === SYNC, height = 5;
		if (kind !== MIXED) {
			height = path === 1 ? 6 : ioHeight(io.bytes);
			if (io.error < 0) path = 4;
		} else {
			out = spans.shares[i][1] > spans.shares[i][0];
		}
		const x0 = Math.max(0, (spans.start[i] - view.from) * columns.scale), x1 = (spans.end[i] - view.from) * columns.scale;
		const first = Math.min(Math.floor(x0), columns.width - 1);
		if (column && (x1 - x0 >= 1 || column.from !== first)) endColumn();
		if (x1 - x0 >= 1) {
			flush();
			const from = Math.floor(x0 + 0.5), to = Math.floor(Math.min(columns.width, x1) + 0.5);
			if (to > from) rect(path, out, from, to, height);
			return;
		}
		if (!column) column = {from: first, to: first + 1, heights: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]};
		const place = path * 2 + (out ? 1 : 0);
		column.heights[place] = Math.max(column.heights[place], height);
	});
	endColumn();
	flush();
	columns.end(row.group);
};

// ---- wakeups
let wakeups = null;
const wakeupsOf = () => wakeups || (wakeups = readWakeups());
const firstWakeup = value => {
	const list = wakeupsOf();
	let low = 0, high = list.time.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (list.time[middle] < value) low = middle + 1;
		else high = middle;
	}
	return low;
};
const drawWakeups = () => {
	const group = document.getElementById('wakeups');
	if (!group) return;
	group.textContent = '';
	const list = wakeupsOf(), scale = Math.floor(plot.width) / (view.to - view.from), last = new Map();
	let lines = '', arrows = '', count = 0;
	for (let i = firstWakeup(view.from); i < list.time.length && list.time[i] <= view.to && count <= MAX_ARROWS; i++) {
		const task = tasks[list.to[i]], to = task.y;
		if (!to) continue;
		const x = plot.x + Math.floor((list.time[i] - view.from) * scale) + 0.5;
		if (last.get(task) === x) continue;
		last.set(task, x);
		count++;
		const waker = list.from[i] < 0 ? null : tasks[list.from[i]], from = waker && waker.y;
		const below = from && from > to, start = !from ? to - 4 : below ? from : from + TASK_HEIGHT, end = below ? to + TASK_HEIGHT : to;
		lines += 'M' + x + ' ' + start + 'V' + end;
		arrows += 'M' + (x - 3) + ' ' + (below ? end + 5 : end - 5) + (below ? 'h6l-3 -5z' : 'h6l-3 5z');
	}
	if (!count || count > MAX_ARROWS) return;
	make('path', {class: 'wakeup', d: lines}, group);
	make('path', {class: 'arrow', d: arrows}, group);
};

// ---- drawing what the window shows
let version = 0;
const drawRow = row => {
	row.drawn = version;
	row.group.textContent = '';
	if (row.kind === 't') return drawStates(row);
	if (row.kind === 'i') return drawIo(row);
	drawLoad(row);
	if (about.idleHeight) drawIdle(row);
	drawFrequencies(row);
};
const drawVisible = all => {
	if (!version) return;
	const shown = page.bounds();
	for (const row of rows)
		if (row.drawn !== version && (all || row.y < shown.bottom + 300 && row.y + row.height > shown.top - 300)) drawRow(row);
};
chart.draw = () => {
	version++;
	drawVisible(false);
	drawWakeups();
};
addEventListener('beforeprint', () => drawVisible(true));

// ---- tooltips
const rowAt = y => {
	let low = 0, high = rows.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (rows[middle].y + rows[middle].height < y) low = middle + 1;
		else high = middle;
	}
	return low < rows.length && rows[low].y <= y ? rows[low] : null;
};
const size = value => value > 1048576 ? (value / 1048576).toFixed(1) + ' Mbytes' : value > 1024 ? (value / 1024).toFixed(1) + ' Kbytes' : value + ' bytes';
const percent = share => (share * 100).toFixed(share < 0.1 ? 1 : 0) + ' %';
const when = (start, end) => time(end - start) + ', from ' + moment(start) + ' to ' + moment(end);
// a point of time with all its places: seconds from the beginning
const moment = value => (value / 1e9).toFixed(9).replace(/0{1,6}$/, '') + ' s';
const chainText = (head, chain) => chain === undefined || !about.texts[chain] ? '' : '\n' + head + about.texts[chain].split(' <- ').slice(0, 12).join(' \u2190 ');
const ofTask = task => nameOf(task) + '\nran ' + time(task.run) + ', waited ' + time(task.wait) + ', was blocked ' + time(task.block) +
	(task.size ? ', moved ' + size(task.size) : '') + (task.pid !== task.tid ? '\nof process ' + task.pid : '');
const ofIo = (name, spans, i) => {
	const io = spans.io[i];
	return name + ' ' + WORDS[spans.kind[i]] + (io.error ? ': error ' + io.error : io.bytes ? ' ' + size(io.bytes) : '') + '\n' + when(spans.start[i], spans.end[i]) +
		(io.fd >= -1 ? '\nfd=' + io.fd : '') + (io.merges ? '\n' + (io.merges + 1) + ' calls in one' : '');
};
const summary = (row, spans, first, last, from, to) => {
	const sums = new Map();
	let count = 0;
	for (let i = first; i < last; i++) {
		const length = Math.min(spans.end[i], to) - Math.max(spans.start[i], from);
		if (spans.kind[i] === MIXED) {
			count += spans.detail[i];
			spans.shares[i].forEach((share, k) => { if (share) sums.set(row.kind === 'i' ? ['in', 'out', 'other'][k] : WORDS[k], (sums.get(WORDS[k]) || 0) + share * length); });
		} else {
			const key = row.kind === 'c' ? nameOf(tasks[spans.detail[i]]) : WORDS[spans.kind[i]];
			count++;
			sums.set(key, (sums.get(key) || 0) + length);
		}
	}
	const list = [...sums].sort((a, b) => b[1] - a[1]);
	return count + (row.kind === 'c' ? ' runs' : row.kind === 'i' ? ' calls' : ' spans') + ' in ' + time(to - from) + '\n' +
		list.slice(0, 8).map(([key, length]) => percent(length / (to - from)) + ' ' + key).join('\n') + (list.length > 8 ? '\nand ' + (list.length - 8) + ' more' : '');
};
const ofSpan = (row, spans, i) => {
	const length = [spans.start[i], spans.end[i]], chain = spans.chain && spans.chain[i];
	if (spans.kind[i] === MIXED) return null;
	if (row.kind === 'c') return nameOf(tasks[spans.detail[i]]) + ' running ' + time(length[1] - length[0]) + '\non ' + row.label + ', ' + when(...length) + chainText('Switched because: ', chain);
	if (row.kind === 'i') return ofIo(nameOf(row.task), spans, i);
	const word = WORDS[spans.kind[i]], name = nameOf(row.task);
	if (spans.kind[i] === RUNNING) return name + ' running ' + time(length[1] - length[0]) + '\non CPU ' + spans.detail[i] + ', ' + when(...length) + chainText('Switched because: ', chain);
	return name + ' ' + word + ' ' + time(length[1] - length[0]) + '\n' + when(...length) + (spans.kind[i] === WAITING ? wokenAt(row, spans.start[i], spans.start[i]) : '') + chainText(word === 'waiting' ? 'Waiting on: ' : 'Blocked on: ', chain);
};
const wokenAt = (row, from, to) => {
	if (row.kind !== 't' || !about.wakeups[0]) return '';
	const list = wakeupsOf();
	const said = [];
	for (let i = firstWakeup(from), seen = 0; i < list.time.length && list.time[i] <= to && seen < 5000; i++, seen++) {
		if (tasks[list.to[i]] !== row.task) continue;
		if (said.length < 3) said.push('woken by ' + (list.from[i] < 0 ? 'an interrupt' : nameOf(tasks[list.from[i]])) + ' at ' + moment(list.time[i]) + chainText('', list.chain[i] < 0 ? undefined : list.chain[i]));
	}
	return said.length ? '\n' + said.join('\n') : '';
};
const tipOfRow = (row, x) => {
	if (x < plot.x) return row.kind === 'c' ? row.label : ofTask(row.task);
	const perPixel = (view.to - view.from) / plot.width, from = page.valueAt(x), to = from + perPixel;
	const spans = track(row), first = after(spans, from);
	let last = first;
	while (last < spans.start.length && spans.start[last] < to) last++;
	let text = null;
	if (last === first + 1 && spans.kind[first] !== MIXED) text = ofSpan(row, spans, first);
	else if (last > first) text = (row.kind === 'c' ? row.label : nameOf(row.task)) + ': ' + summary(row, spans, first, last, from, to);
	else if (row.kind === 'c') text = row.label + ' idle\nat ' + moment(from);
	else if (from >= row.task.start && from <= row.task.end) text = nameOf(row.task) + (row.kind === 'i' ? '' : ' sleeping') + '\nat ' + moment(from);
	return text && (text.includes('\nwoken by ') ? text : text + wokenAt(row, from - 2 * perPixel, from + 3 * perPixel));
};
const tipOfIdle = (row, x) => {
	const from = page.valueAt(x), spans = track(row, 'idle'), i = after(spans, from);
	if (i >= spans.start.length || spans.start[i] > from) return null;
	return spans.kind[i] === MIXED ? row.label + ': ' + spans.detail[i] + ' idle times' : row.label + ' in C' + spans.detail[i] + ' for ' + time(spans.end[i] - spans.start[i]) + '\n' + when(spans.start[i], spans.end[i]);
};
const frequencyAt = (row, value) => {
	let khz = null;
	for (const change of track(row, 'frequencies')) {
		if (change.time > value) break;
		khz = change.khz;
	}
	return khz === null ? '' : '\n' + (khz >= 1e6 ? (khz / 1e6).toFixed(2) + ' GHz' : (khz / 1e3).toFixed(0) + ' MHz');
};
chart.tip = (event, at) => {
	const row = rowAt(at.y);
	if (!row || at.x > plot.x + plot.width) return null;
	if (row.kind === 'c' && about.idleHeight && at.x >= plot.x && at.y > row.y + about.cpuHeight) return tipOfIdle(row, at.x);
	const text = tipOfRow(row, at.x);
	return text && row.kind === 'c' && at.x >= plot.x ? text + frequencyAt(row, page.valueAt(at.x)) : text;
};

// ---- search: rows of tasks, and their runs on CPUs
chart.find = match => {
	found = new Set();
	if (match) for (const task of tasks) if (match(nameOf(task))) found.add(task);
	const list = [];
	for (const row of rows) {
		const is = row.task ? found.has(row.task) : match !== null && match(row.label);
		row.group.classList.toggle('found-row', is || row.kind === 'c' && found.size > 0);
		if (row.text) row.text.classList.toggle('found-row', is);
		if (is) list.push(row);
	}
	chart.draw();
	return list;
};
chart.show = row => {
	for (const other of rows) if (other.text) other.text.classList.toggle('current', other === row);
	const shown = page.bounds();
	if (row.y < shown.top + 60 || row.y + row.height > shown.bottom - 20) scrollTo(scrollX, Math.max(0, row.y - innerHeight / 2));
};

// ---- the scale stays in sight, the width follows the window
const sticky = make('g', {id: 'sticky'});
const paper = make('rect', {class: 'paper', x: 0, y: plot.y - 34, width: '100%', height: 34}, sticky);
sticky.appendChild(document.getElementById('axis'));
const ground = make('line', {x1: 0, x2: '100%', y1: plot.y - 0.5, y2: plot.y - 0.5}, sticky);
paper.setAttribute('opacity', 0);
ground.setAttribute('opacity', 0);
svg.appendChild(sticky);
const stick = () => {
	const down = Math.max(0, page.bounds().top - (plot.y - 30));
	sticky.setAttribute('transform', 'translate(0 ' + down + ')');
	paper.setAttribute('opacity', down > 0 ? 1 : 0);
	ground.setAttribute('opacity', down > 0 ? 1 : 0);
};
addEventListener('scroll', () => {
	stick();
	drawVisible(false);
});
chart.resize = width => {
	if (width === Number(svg.getAttribute('width'))) return stick();
	svg.setAttribute('width', width);
	plot.width = width - about.gutter - 14;
	document.querySelector('#plot-clip rect').setAttribute('width', plot.width);
	page.redraw();
	stick();
};
})();
