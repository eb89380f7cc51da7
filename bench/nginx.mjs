// nginx with one worker, which serves a folder: what the machine could do.
import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes a configuration into `work`, where nginx also keeps its own files: `folder` is served on `port`, and nothing is logged.
 * Gives what comes after the command's name. */
export function configureNginx(work, folder, port) {
	const file = path.join(work, 'nginx.conf');
	writeFileSync(
		file,
		`
daemon off;
master_process off;
worker_processes 1;
pid ${work}/nginx.pid;
error_log stderr crit;
events { worker_connections 1024; }
http {
	access_log off;
	sendfile on;
	tcp_nopush on;
	keepalive_requests 1000000000;
	default_type "application/json; charset=utf-8";
	client_body_temp_path ${work}/body; proxy_temp_path ${work}/proxy; fastcgi_temp_path ${work}/fastcgi;
	uwsgi_temp_path ${work}/uwsgi; scgi_temp_path ${work}/scgi;
	server { listen 127.0.0.1:${port} backlog=1024; root ${folder}; }
}
`,
	);
	return ['-c', file, '-p', work];
}
