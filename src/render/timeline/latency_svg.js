// The heat map: what is in a cell, and zoom along latencies (the wheel over the scale on the left). svg_page.js does time.
(() => {
const {svg, plot, view, full, make, place, time, xOf, valueAt} = page;
const shown = {low: 0, high: heat.rows};
const bottom = plot.y + plot.height;
const latencyAt = row => heat.linear ? heat.low + (heat.high - heat.low) * row / heat.rows : heat.low * Math.pow(heat.high / heat.low, row / heat.rows);
const rowOf = latency => heat.rows * (heat.linear ? (latency - heat.low) / (heat.high - heat.low) : Math.log(latency / heat.low) / Math.log(heat.high / heat.low));
const yOf = row => bottom - (row - shown.low) / (shown.high - shown.low) * plot.height;
const rowAt = y => shown.low + (bottom - y) / plot.height * (shown.high - shown.low);
const percent = (part, whole) => (100 * part / whole).toPrecision(3) + ' %';

page.chart.tip = (event, at) => {
	if (!at || at.x < plot.x || at.x > plot.x + plot.width || at.y < plot.y || at.y > bottom) return null;
	const row = Math.floor(rowAt(at.y)), width = (full.to - full.from) / heat.columns;
	const column = Math.min(heat.columns - 1, Math.floor((valueAt(at.x) - full.from) / width)), cells = heat.cells[column];
	if (!cells) return null;
	let count = 0, all = 0, below = 0;
	for (let i = 0; i < cells.length; i += 2) {
		all += cells[i + 1];
		if (cells[i] === row) count = cells[i + 1];
		if (cells[i] <= row) below += cells[i + 1];
	}
	if (!count) return null;
	return count + (count === 1 ? ' latency' : ' latencies') + ' of ' + time(latencyAt(row)) + ' to ' + time(latencyAt(row + 1)) + '\nfrom ' + time(full.from + column * width) + ' to ' +
		time(full.from + (column + 1) * width) + '\n' + percent(count, all) + ' of the ' + all + ' that ended then, ' + percent(below, all) + ' were as short';
};
page.chart.find = () => [];

const ticks = () => {
	const low = latencyAt(shown.low), high = latencyAt(shown.high), found = [];
	const tryFactors = factors => {
		found.length = 0;
		for (let power = Math.pow(10, Math.floor(Math.log10(low))); power <= high; power *= 10)
			for (const factor of factors) if (factor * power >= low * 0.9999 && factor * power <= high * 1.0001) found.push(factor * power);
		return found.length >= 4;
	};
	if (!heat.linear && (high / low >= 1e5 && tryFactors([1]) || tryFactors([1, 2, 5]) || tryFactors([1, 2, 3, 4, 5, 6, 7, 8, 9]))) return found;
	found.length = 0;
	const step = page.niceStep(high - low, 8);
	for (let value = Math.ceil(low / step - 1e-9) * step; value <= high * 1.0000001 && found.length < 100; value += step) found.push(value);
	return found;
};
const drawLevels = () => {
	const levels = document.getElementById('levels'), right = plot.x + plot.width + 132;
	levels.textContent = '';
	for (const value of ticks()) {
		const y = yOf(rowOf(value)).toFixed(2);
		make('line', {class: 'rule', x1: plot.x, x2: right, y1: y, y2: y}, levels);
		make('text', {class: 'level', x: plot.x - 6, y: Number(y) + 4}, levels).textContent = time(value);
	}
	const stretch = heat.rows / (shown.high - shown.low), move = bottom - (bottom - shown.low / heat.rows * plot.height) * stretch;
	for (const id of ['cells', 'bars']) document.getElementById(id).setAttribute('transform', 'matrix(1 0 0 ' + stretch + ' 0 ' + move + ')');
	let last = 1e9;
	for (const line of document.querySelectorAll('.percentile')) {
		const y = yOf(Number(line.dataset.row));
		const inside = y >= plot.y - 0.5 && y <= bottom + 0.5;
		line.setAttribute('visibility', inside ? 'visible' : 'hidden');
		if (!inside) continue;
		for (const end of ['y1', 'y2']) line.firstChild.setAttribute(end, y);
		last = Math.min(y + 4, last - 12);
		line.lastChild.setAttribute('y', last);
	}
	svg.dataset.latencies = latencyAt(shown.low) + ' ' + latencyAt(shown.high);
};
const setLatencies = (low, high) => {
	const span = Math.min(Math.max(high - low, 1), heat.rows);
	shown.low = Math.min(Math.max(low, 0), heat.rows - span);
	shown.high = shown.low + span;
	drawLevels();
};
const besides = at => at.x < plot.x && at.y >= plot.y && at.y <= bottom;
svg.addEventListener('wheel', event => {
	const at = place(event);
	if (!besides(at) || event.deltaY === 0) return;
	event.preventDefault();
	const row = rowAt(at.y), factor = Math.exp(Math.min(Math.max(event.deltaY, -240), 240) / 300);
	setLatencies(row - (row - shown.low) * factor, row + (shown.high - row) * factor);
}, {passive: false});
svg.addEventListener('dblclick', event => setLatencies(0, heat.rows));
addEventListener('keydown', event => { if (event.key === '0' || event.key === 'Escape') setLatencies(0, heat.rows); });
svg.addEventListener('click', event => { if (event.target.id === 'button-reset') setLatencies(0, heat.rows); });
})();
