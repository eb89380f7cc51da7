const set = { I: '12abc', I2: '', I3: '0x1f', I4: ' 7 ', I5: '1e3', F: '1.5e3x', B1: 'True', B2: 'true ', B3: '1', B4: '', J: '{"a":[1]}', J2: '', J3: 'nope', A: '[a, "b" , \' c \', "d e"]', A2: '', A3: 'x', A4: '[]', A5: '["a,b"]', A6: ' [a] ', D: '2020-01-01', D2: 'x', O: 'b' };
module.exports = ({ env }) => {
	const tell = run => { try { const v = run(); return v === undefined ? 'undefined' : Number.isNaN(v) ? 'NaN' : v; } catch (e) { return `${e.name}: ${e.message}`; } };
	Object.assign(process.env, set);
	const out = {};
	for (const key of [...Object.keys(set), 'ABSENT', 'a.b', '', undefined, 'toString', '__proto__']) {
		for (const kind of ['', 'int', 'float', 'bool', 'json', 'array', 'date']) {
			const f = kind ? env[kind] : env;
			out[`${kind}(${key})`] = tell(() => f(key));
			out[`${kind}(${key},d)`] = tell(() => f(key, 'default'));
		}
	}
	out.one1 = tell(() => env.oneOf('O', ['a', 'b']));
	out.one2 = tell(() => env.oneOf('O', ['a', 'c'], 'c'));
	out.one3 = tell(() => env.oneOf('O', ['a', 'c'], 'x'));
	out.one4 = tell(() => env.oneOf('O'));
	out.one5 = tell(() => env.oneOf('ABSENT', ['a'], 'a'));
	out.one6 = tell(() => env.oneOf('O', ['a', 'c']));
	out.one7 = tell(() => env.oneOf('O', 'abc'));
	out.keys = Object.keys(env);
	for (const key of Object.keys(set)) delete process.env[key];
	return out;
};
