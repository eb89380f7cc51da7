
module.exports = (plugin) => {
  const { findOne } = plugin.controllers['content-api'];
  plugin.controllers['content-api'].findOne = async (ctx) => {
    ctx.params = { id: 2 };
    await findOne(ctx);
  };
  return plugin;
};
