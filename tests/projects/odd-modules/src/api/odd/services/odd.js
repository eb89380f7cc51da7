class Service { #hidden = 'hidden'; constructor({ strapi }) { this.strapi = strapi; } name() { return `${this.#hidden} ${typeof this.strapi.db}`; } }
module.exports = context => new Service(context);
