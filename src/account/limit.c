#include "limit.h"

#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <pthread.h>
#include <stdlib.h>

enum { SETS = 4096, WAYS = 8, SECRET_SIZE = 32 };

struct counter {
	uint64_t key; /* of the hash; 0: unused */
	int64_t end;
	unsigned count;
};

struct limit {
	pthread_mutex_t lock;
	int64_t interval;
	unsigned char secret[SECRET_SIZE];
	struct counter counters[SETS][WAYS];
};

struct limit *limit_create(int64_t interval)
{
	/* Pages that are never used cost no memory. */
	struct limit *limit = calloc(1, sizeof *limit);
	if (!limit || RAND_bytes(limit->secret, sizeof limit->secret) != 1)
		abort();
	pthread_mutex_init(&limit->lock, NULL);
	limit->interval = interval;
	return limit;
}

void limit_destroy(struct limit *limit)
{
	if (limit)
		pthread_mutex_destroy(&limit->lock);
	free(limit);
}

size_t limit_size(const struct limit *limit)
{
	return sizeof *limit;
}

static void hash_key(const struct limit *limit, struct slice key, uint64_t *hash, size_t *set)
{
	unsigned char mac[EVP_MAX_MD_SIZE];
	unsigned len;
	if (!HMAC(EVP_sha256(), limit->secret, sizeof limit->secret, (const unsigned char *)key.ptr, key.len, mac,
	          &len))
		abort();
	uint32_t place;
	memcpy(hash, mac, sizeof *hash);
	memcpy(&place, mac + sizeof *hash, sizeof place);
	*hash |= 1;
	*set = place % SETS;
}

/* What is over goes first, then what was done least often, then what is over soonest. */
static bool is_dearer(const struct counter *a, const struct counter *b, int64_t now)
{
	bool a_over = a->end <= now, b_over = b->end <= now;
	if (a_over != b_over)
		return b_over;
	return a->count != b->count ? a->count > b->count : a->end > b->end;
}

static struct counter *find(struct counter *set, uint64_t key, int64_t now)
{
	struct counter *cheapest = set;
	for (size_t i = 0; i < WAYS; i++) {
		if (set[i].key == key)
			return &set[i];
		if (is_dearer(cheapest, &set[i], now))
			cheapest = &set[i];
	}
	*cheapest = (struct counter){.key = key};
	return cheapest;
}

unsigned limit_count(struct limit *limit, struct slice key, int64_t now, int64_t *end)
{
	uint64_t hash;
	size_t set;
	hash_key(limit, key, &hash, &set);
	pthread_mutex_lock(&limit->lock);
	struct counter *counter = find(limit->counters[set], hash, now);
	/* One that ends later than it can was begun before the clock was put back. */
	if (counter->end <= now || counter->end > now + limit->interval) {
		counter->count = 0;
		counter->end = now + limit->interval;
	}
	if (counter->count < UINT32_MAX)
		counter->count++;
	unsigned count = counter->count;
	*end = counter->end;
	pthread_mutex_unlock(&limit->lock);
	return count;
}
