module.exports = ({ state }, config, { strapi }) => {
  if (state.user) return config.allow !== false && Boolean(strapi);
  return false;
};
