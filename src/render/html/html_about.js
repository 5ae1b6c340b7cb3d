// What the recording is.
page.section('about', {
	title: 'About',
	make(element) {
		const {facts, make} = page, list = make('dl', {class: 'facts'}, element);
		const row = (key, value) => { make('dt', {}, list, key); make('dd', {}, list, page.clean(value)); };
		for (const profile of facts.profiles)
			for (const event of profile.events)
				row('event', `${event.name}: ${page.grouped(event.samples)} ${event.wall ? 'intervals' : 'samples'}, ${event.time ? page.time(event.period) : page.grouped(event.period)}` + (profile.events.length > 1 ? ' (in a group)' : ''));
		if (facts.times) row('span', page.time(facts.times.span));
		row('lost samples', page.grouped(facts.lost));
		for (const remark of facts.remarks) row('note', remark);
		for (const line of facts.header.split('\n')) {
			const parts = /^# ([^:]+?)\s*: (.*)$/.exec(line);
			if (parts) row(parts[1], parts[2]);
			else if (/^# [^=]/.test(line)) row('', line.slice(2));
		}
		row('page by', facts.program);
	},
});
