module.exports = (options, { strapi }) => async (next, parent, args, context, info) => {
  const result = await next(parent, args, context, info);
  return `${result}${options.text ?? '?'}${typeof strapi.db}`;
};
