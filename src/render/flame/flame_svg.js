// A flame graph: nodes are drawn anew for the part that is shown, names as they fit; a click zooms to a node.
(() => {
const {plot, full, chart, setView, reset} = page;
page.svg.dataset.up = document.getElementById('icicle') ? '' : '1';
const CHAR = 6.63, nodes = Array.from(document.querySelectorAll('#plot g[data-x]'), g => ({g, rect: g.firstChild, text: g.querySelector('text'),
	x: Number(g.dataset.x), w: Number(g.dataset.w), share: Number(g.dataset.s), y: Number(g.firstChild.getAttribute('y')), name: g.dataset.t.split('\n')[0]}));
// without parameters, then without template arguments, then without scopes, then cut
const withoutAngles = name => {
	let depth = 0, out = '';
	for (let i = 0; i < name.length; i++) {
		if (name[i] === '<' && !/operator<?$/.test(out)) { if (depth++ === 0) out += '<\u2026>'; }
		else if (name[i] === '>' && depth > 0 && name[i - 1] !== '-') depth--;
		else if (depth === 0) out += name[i];
	}
	return depth ? name : out;
};
const fit = (name, room) => {
	if (name.length <= room) return name;
	const bare = name.replace(/(.)\((?!anonymous).*$/, '$1'), plain = withoutAngles(bare), scopes = plain.split('::'), forms = [bare, plain];
	for (let i = 1; i < scopes.length; i++) forms.push(scopes.slice(i).join('::'));
	return forms.find(form => form.length <= room) || forms[forms.length - 1].slice(0, room - 1) + '\u2026';
};
chart.draw = (from, to) => {
	const scale = plot.width / (to - from);
	for (const node of nodes) {
		const left = Math.max(0, (node.x - from) * scale), right = Math.min(plot.width, (node.x + node.w - from) * scale), width = right - left;
		const isShown = width > 0.1;
		node.g.style.display = isShown ? '' : 'none';
		if (!isShown) continue;
		node.rect.setAttribute('x', plot.x + left);
		node.rect.setAttribute('width', width);
		const room = Math.floor((width - 6) / CHAR);
		if (room >= 3 && !node.text) {
			node.text = page.make('text', {y: node.y + 12}, node.g);
		}
		if (!node.text) continue;
		node.text.setAttribute('x', plot.x + left + 3);
		node.text.textContent = room >= 3 ? fit(node.name, room) : '';
	}
};
chart.click = event => {
	const g = event.target.closest && event.target.closest('g[data-x]');
	if (!g) return false;
	const x = Number(g.dataset.x), w = Number(g.dataset.w);
	if (w >= 0.999999) reset(); else setView(x, x + w, true);
	return true;
};
// Outermost ones alone count: what is below them is theirs.
chart.find = match => {
	const found = [], covered = [];
	let share = 0;
	for (const node of nodes) {
		const is = match !== null && match(node.name);
		node.g.classList.toggle('hit', is);
		if (!is) continue;
		found.push(node);
		// nodes stand in preorder: one that is inside of the last that counted is below it
		const last = covered[covered.length - 1];
		if (last && node.x >= last.x - 1e-12 && node.x + node.w <= last.x + last.w + 1e-12) continue;
		covered.push(node);
		share += node.share;
	}
	found.note = found.length + ' found, ' + (100 * share).toFixed(2) + '%';
	return found;
};
// A tall picture is seen from its foot, where stacks begin; search and buttons stay in sight.
const tools = () => document.getElementById('tools').setAttribute('y', Math.max(8, page.place({clientX: 0, clientY: 8}).y));
addEventListener('scroll', tools);
addEventListener('load', () => {
	if (page.svg.dataset.up) scrollTo(0, document.documentElement.scrollHeight);
	tools();
});
// As wide as the window; on paper as wide as it was made.
chart.leastWidth = 320;
chart.resize = width => {
	if (width === Number(page.svg.getAttribute('width'))) return;
	page.svg.setAttribute('width', width);
	plot.width = width - 2 * plot.x;
	document.querySelector('#plot-clip rect').setAttribute('width', plot.width);
	page.redraw();
};
addEventListener('beforeprint', () => chart.resize(Number(page.svg.dataset.page)));
addEventListener('afterprint', () => chart.resize(Math.max(chart.leastWidth, innerWidth)));
chart.show = node => {
	if (node.w < full.to - full.from) setView(node.x - node.w, node.x + 2 * node.w, true);
	node.g.scrollIntoView({block: 'nearest', inline: 'nearest'});
};
})();
