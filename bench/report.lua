-- wrk calls this at the end: what bench/run.mjs needs, as one line of JSON.
function done(summary, latency, requests)
	local errors = summary.errors
	io.write(string.format('RESULT {"requests": %d, "microseconds": %d, "p50": %d, "p99": %d, "bytes": %d, "errors": %d}\n',
		summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), summary.bytes,
		errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
