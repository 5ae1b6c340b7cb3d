// Source and assembly of the hottest functions, with what each line weighs.
(() => {
let listings = [], select, lines, remark;
const show = () => {
	const listing = listings[Number(select.value)], period = listing.events.length ? listing.events[0].period : 0;
	lines.textContent = '';
	remark.textContent = page.clean(listing.object) + ' \u2013 shares are of the function: ' + page.percent(period, page.event().period) + ' of all';
	const fresh = document.createDocumentFragment();
	listing.lines.forEach(([isSource, text, fileLine, address, target, samples, weight], i) => {
		const row = page.make('div', {class: 'line' + (isSource ? ' source' : ''), 'data-line': i}, fresh), part = period ? weight / period : 0;
		const cell = page.make('span', {class: 'number'}, row, !isSource && weight ? page.percent(weight, period) : '');
		if (part > 0) cell.style.setProperty('--heat', Math.min(1, 0.12 + part * 3).toFixed(2));
		page.make('span', {class: 'place'}, row, isSource ? fileLine || '' : address === '0' ? '' : address);
		const code = page.make('code', {}, row, page.clean(text.replace(/\t/g, '        ')));
		if (target >= 0) { code.classList.add('jump'); code.title = 'Jump to the target'; code.addEventListener('click', () => goTo(target)); }
	});
	lines.replaceChildren(fresh);
};
const goTo = target => {
	const line = lines.children[target];
	line.scrollIntoView({block: 'center'});
	line.classList.remove('flash');
	requestAnimationFrame(() => line.classList.add('flash'));
};
page.section('code', {
	title: 'Code',
	async load() {
		if (!listings.length) listings = JSON.parse(page.text(await page.inflate('code')));
	},
	make(element) {
		const tools = page.make('div', {class: 'tools'}, element);
		select = page.make('select', {'aria-label': 'Function'}, tools);
		listings.forEach((listing, i) => page.make('option', {value: i}, select, page.fit(page.clean(listing.symbol), 80)));
		select.addEventListener('change', show);
		remark = page.make('span', {class: 'hint'}, tools);
		lines = page.make('div', {class: 'listing'}, element);
		show();
	},
	show() { lines.style.maxHeight = page.isPaper() ? 'none' : Math.max(200, innerHeight - lines.getBoundingClientRect().top - scrollY - 16) + 'px'; },
});
})();
