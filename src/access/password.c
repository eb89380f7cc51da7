/* Passwords, as bcrypt keeps them. */
#include "access.h"

#include "base/base.h"

#include <crypt.h>
#include <openssl/crypto.h>
#include <stdlib.h>

enum { BCRYPT_COST = 10, LONGEST_PASSWORD = 72 /* what bcrypt looks at */ };

/* The hash of no password: to be as slow when there is none to compare with. */
static const char nobodys[] = "$2b$10$7EqJtq98hPqEX7fNZaFWoO7EqJtq98hPqEX7fNZaFWoO7EqJtq98h";

static bool run_crypt(struct slice password, const char *setting, char hash[ACCESS_PASSWORD_SIZE])
{
	struct crypt_data *data = memory_alloc(sizeof *data);
	char text[LONGEST_PASSWORD + 1];
	size_t len = password.len < LONGEST_PASSWORD ? password.len : LONGEST_PASSWORD;
	if (len)
		memcpy(text, password.ptr, len);
	text[len] = '\0';
	const char *found = crypt_r(text, setting, data);
	bool done = found && found[0] == '$' && strlen(found) < ACCESS_PASSWORD_SIZE;
	if (done)
		memcpy(hash, found, strlen(found) + 1);
	OPENSSL_cleanse(text, sizeof text);
	OPENSSL_cleanse(data, sizeof *data);
	free(data);
	return done;
}

/* One with a NUL in it would be taken for the part before it. */
static bool has_nul(struct slice password)
{
	return password.len && memchr(password.ptr, '\0', password.len);
}

bool access_hash_password(struct slice password, char hash[ACCESS_PASSWORD_SIZE])
{
	char setting[CRYPT_GENSALT_OUTPUT_SIZE];
	return !has_nul(password) && password.len <= LONGEST_PASSWORD &&
	       crypt_gensalt_rn("$2b$", BCRYPT_COST, NULL, 0, setting, sizeof setting) &&
	       run_crypt(password, setting, hash);
}

static bool is_bcrypt(struct slice hash)
{
	return hash.len == sizeof nobodys - 1 && memcmp(hash.ptr, "$2", 2) == 0 && strchr("aby", hash.ptr[2]) &&
	       hash.ptr[3] == '$' && !memchr(hash.ptr, '\0', hash.len);
}

bool access_check_password(struct slice password, struct slice hash)
{
	char setting[sizeof nobodys], found[ACCESS_PASSWORD_SIZE];
	bool known = is_bcrypt(hash);
	memcpy(setting, known ? hash.ptr : nobodys, sizeof nobodys - 1);
	setting[sizeof nobodys - 1] = '\0';
	/* What writes 2a and 2y today means the same; libxcrypt has another opinion of 2a. */
	setting[2] = 'b';
	bool same = run_crypt(password, setting, found) && strlen(found) == sizeof nobodys - 1 &&
	            CRYPTO_memcmp(found, setting, sizeof nobodys - 1) == 0;
	return same && known && !has_nul(password);
}
