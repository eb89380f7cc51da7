// as GraphQL calls one that is named by a text: (next, parent, args, context, info)
module.exports = async (next, parent, args, context, info) => {
  const result = await next(parent, args, context, info);
  return typeof result === 'string' ? result.toUpperCase() : result;
};
