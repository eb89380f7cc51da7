// What a core controller has to sanitize and validate with.
import { Missing } from '../errors.mjs';

const names = ['sanitizeOutput', 'sanitizeInput', 'sanitizeQuery', 'validateQuery', 'validateInput'];

/** {sanitizeOutput(data, ctx), sanitizeInput(data, ctx), sanitizeQuery(ctx), validateQuery(ctx), validateInput(data, ctx)} */
export const controllerSanitizers = (app, uid) =>
	Object.fromEntries(
		names.map(name => [
			name,
			() => {
				throw new Missing(`the controller's own ${name} of ${uid}`);
			},
		]),
	);
