// A private bucket before an S3 server that lets everybody read: who fetches must show a signature (AWS Signature Version 4 in the
// query) that is right and not over. All else goes on to the server.
import { createHash, createHmac } from 'node:crypto';
import http from 'node:http';

const mac = (key, text) => createHmac('sha256', key).update(text).digest();

/** Whether whoever has the secret signed that target of a GET for that host. */
function isSigned(target, host, secret) {
	const [path, query = ''] = target.split('?');
	const parameters = new URLSearchParams(query);
	const [, day, region, service] = (parameters.get('X-Amz-Credential') ?? '').split('/');
	const date = parameters.get('X-Amz-Date') ?? '';
	const began = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
	if (!(began <= Date.now() + 1000 && Date.now() < began + Number(parameters.get('X-Amz-Expires')) * 1000)) return false;
	const signed = query
		.split('&')
		.filter(parameter => !parameter.startsWith('X-Amz-Signature='))
		.sort();
	const request = ['GET', path, signed.join('&'), `host:${host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n');
	const scope = `${day}/${region}/${service}/aws4_request`;
	const text = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(request).digest('hex')].join('\n');
	const key = scope.split('/').reduce(mac, `AWS4${secret}`);
	return mac(key, text).toString('hex') === parameters.get('X-Amz-Signature');
}

/** Starts it before the server at `port`. Resolves with its own port, and what stops it. */
export async function startGate(port, secret) {
	const gate = http.createServer((request, response) => {
		const { method, url, headers } = request;
		if (method === 'GET' && !isSigned(url, headers.host, secret)) {
			response.writeHead(403).end();
			return;
		}
		const onward = http.request({ host: '127.0.0.1', port, method, path: method === 'GET' ? url.split('?')[0] : url, headers }, answer => {
			response.writeHead(answer.statusCode, answer.headers);
			answer.pipe(response);
		});
		onward.on('error', () => response.destroy());
		request.pipe(onward);
	});
	await new Promise(resolve => gate.listen(0, '127.0.0.1', resolve));
	const stop = () => {
		gate.closeAllConnections();
		return new Promise(resolve => gate.close(resolve));
	};
	return { port: gate.address().port, stop };
}
