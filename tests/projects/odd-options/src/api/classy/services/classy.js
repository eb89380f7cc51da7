module.exports = class {
	constructor({ strapi }) {
		this.strapi = strapi;
	}
};
