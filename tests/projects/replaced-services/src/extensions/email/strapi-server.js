module.exports = plugin => {
	const { email } = plugin.services;
	const given = typeof email === 'function' ? email : () => email;
	plugin.services.email = context => ({ ...given(context), send: async mail => { (globalThis.heardOfServices ??= []).push(['mail', { ...mail, text: String(mail.text).length > 100 ? 'long' : mail.text, html: 'html' }]); if (mail.to === 'no@example.com') throw new Error('no'); } });
	return plugin;
};
