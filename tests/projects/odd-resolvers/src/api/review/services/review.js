const { createCoreService } = require('@strapi/strapi').factories;

module.exports = createCoreService('api::review.review', ({ strapi }) => ({
  async withStars(stars) {
    const { results, pagination } = await this.find({ filters: { stars }, pagination: { pageSize: 2 }, sort: 'id', fields: ['title'] });
    return { results, pagination };
  },
}));
