module.exports = plugin => {
	const { upload } = plugin.services;
	const heard = (globalThis.heardOfServices ??= []);
	plugin.services.upload = context => {
		const given = upload(context);
		return {
			...given,
			findMany: async query => { heard.push(['findMany', query]); return (await given.findMany(query)).slice(0, 1); },
			findOne: async (id, populate) => { heard.push(['findOne', id]); const one = await given.findOne(id, populate); return one && { ...one, caption: 'found' }; },
			remove: async file => { heard.push(['remove', file.id]); return file; },
			updateFileInfo: async (id, info, ...rest) => given.updateFileInfo(id, { ...info, caption: 'updated' }, ...rest),
		};
	};
	return plugin;
};
