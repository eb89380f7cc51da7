module.exports = (policyContext, config) => policyContext.args.pagination?.limit <= (config.most ?? 3);
