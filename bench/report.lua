-- Asks with GET, or posts what WRK_BODY holds with the API token WRK_TOKEN; each "@N" in it is a number from 1 to N.
local body = os.getenv('WRK_BODY')
if body then
	local headers = { ['Content-Type'] = 'application/json', ['Authorization'] = 'Bearer ' .. os.getenv('WRK_TOKEN') }
	request = function()
		local filled = body:gsub('"@(%d+)"', function(most) return math.random(tonumber(most)) end)
		return wrk.format('POST', nil, headers, filled)
	end
end

-- wrk calls this at the end: what the benchmarks need, as one line of JSON.
function done(summary, latency, requests)
	local errors = summary.errors
	io.write(string.format('RESULT {"requests": %d, "microseconds": %d, "p50": %d, "p99": %d, "bytes": %d, "errors": %d}\n',
		summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), summary.bytes,
		errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
