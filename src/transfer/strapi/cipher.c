#include "cipher.h"

#include <openssl/evp.h>
#include <stdlib.h>

enum { BLOCK = 16, CHUNK = 64 * 1024, SCRYPT_N = 16384, SCRYPT_R = 8, SCRYPT_P = 1, SCRYPT_MEMORY = 32 * 1024 * 1024 };

struct cipher {
	EVP_CIPHER_CTX *context;
	FILE *file;
	bool ended;
	unsigned char in[CHUNK], out[CHUNK + BLOCK];
};

struct cipher *cipher_open(FILE *file, const char *key, bool encrypts, struct error *error)
{
	unsigned char hashed[BLOCK];
	struct cipher *cipher = calloc(1, sizeof *cipher);
	if (!cipher)
		abort();
	cipher->file = file;
	cipher->context = EVP_CIPHER_CTX_new();
	bool done = cipher->context &&
	            EVP_PBE_scrypt(key, strlen(key), (const unsigned char *)"", 0, SCRYPT_N, SCRYPT_R, SCRYPT_P,
	                           SCRYPT_MEMORY, hashed, sizeof hashed) == 1 &&
	            EVP_CipherInit_ex(cipher->context, EVP_aes_128_ecb(), NULL, hashed, NULL, encrypts) == 1;
	if (done)
		return cipher;
	error_set(error, 500, "InternalServerError", "OpenSSL can't make the key");
	cipher_close(cipher);
	return NULL;
}

void cipher_close(struct cipher *cipher)
{
	if (!cipher)
		return;
	EVP_CIPHER_CTX_free(cipher->context);
	free(cipher);
}

ssize_t cipher_read(struct cipher *cipher, const void **bytes)
{
	int len = 0;
	*bytes = cipher->out;
	while (!len && !cipher->ended) {
		const size_t count = fread(cipher->in, 1, CHUNK, cipher->file);
		cipher->ended = count == 0;
		if (ferror(cipher->file) ||
		    (count ? EVP_CipherUpdate(cipher->context, cipher->out, &len, cipher->in, (int)count)
		           : EVP_CipherFinal_ex(cipher->context, cipher->out, &len)) != 1)
			return -1;
	}
	return len;
}

bool cipher_write(struct cipher *cipher, const void *bytes, size_t len)
{
	const unsigned char *at = bytes;
	while (len) {
		int written;
		const size_t count = len < CHUNK ? len : CHUNK;
		if (EVP_CipherUpdate(cipher->context, cipher->out, &written, at, (int)count) != 1 ||
		    fwrite(cipher->out, 1, (size_t)written, cipher->file) != (size_t)written)
			return false;
		at += count;
		len -= count;
	}
	return true;
}

bool cipher_finish(struct cipher *cipher)
{
	int written;
	return EVP_CipherFinal_ex(cipher->context, cipher->out, &written) == 1 &&
	       fwrite(cipher->out, 1, (size_t)written, cipher->file) == (size_t)written;
}
