module.exports = () => ({
	hello: x => `hello ${x}`,
	async deep() {
		return strapi.service('api::item.item').stats();
	},
});
