/* Inside the folder: the encryption of Strapi's archives, AES-128-ECB with a key that scrypt makes of the user's. It
 * hides the content from readers without the key, and does not show whether it was changed. */
#ifndef LECTERN_TRANSFER_STRAPI_CIPHER_H
#define LECTERN_TRANSFER_STRAPI_CIPHER_H

#include "base/base.h"

#include <stdio.h>

struct cipher;

/* To encrypt what is written to `file`, or to decrypt what is read of it; the file stays the caller's. NULL with an
 * error. For one thread. */
struct cipher *cipher_open(FILE *file, const char *key, bool encrypts, struct error *error);
void cipher_close(struct cipher *cipher); /* NULL is fine */

/* The next decrypted bytes, good until the next call; 0 at the end, -1 when the file can't be read or the key is wrong.
 */
ssize_t cipher_read(struct cipher *cipher, const void **bytes);

/* False when the file can't be written. */
bool cipher_write(struct cipher *cipher, const void *bytes, size_t len);

/* Writes the last block. */
bool cipher_finish(struct cipher *cipher);

#endif
