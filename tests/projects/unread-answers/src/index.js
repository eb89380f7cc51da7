'use strict';

// which hooks run around a change whose answer can't be read
module.exports = {
  bootstrap({ strapi }) {
    strapi.told = [];
    const tell = ({ action, model }) => void strapi.told.push(`${action} ${model.singularName}`);
    strapi.db.lifecycles.subscribe({ models: ['api::category.category'], beforeCreate: tell, afterCreate: tell, beforeUpdate: tell, afterUpdate: tell });
  },
};
