module.exports = plugin => {
	plugin.contentTypes.user.schema.options = { ...plugin.contentTypes.user.schema.options, draftAndPublish: true };
	return plugin;
};
