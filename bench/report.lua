-- Asks with GET, or posts what WRK_BODY holds, with the token WRK_TOKEN if there is one; each "@N" in it is a number from 1 to N.
local body, token = os.getenv('WRK_BODY'), os.getenv('WRK_TOKEN')
if token then wrk.headers['Authorization'] = 'Bearer ' .. token end
if body then
	wrk.method = 'POST'
	wrk.headers['Content-Type'] = 'application/json'
	wrk.body = body
	if body:find('"@%d+"') then
		request = function()
			return wrk.format(nil, nil, nil, (body:gsub('"@(%d+)"', function(most) return math.random(tonumber(most)) end)))
		end
	end
end

-- wrk calls this at the end: what the benchmarks need, as one line of JSON.
function done(summary, latency, requests)
	local errors = summary.errors
	io.write(string.format('RESULT {"requests": %d, "microseconds": %d, "p50": %d, "p99": %d, "bytes": %d, "errors": %d}\n',
		summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), summary.bytes,
		errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
