/* Bytes as text for URLs, headers and tokens: base64url without padding (RFC 4648). */
#ifndef LECTERN_BASE_BASE64URL_H
#define LECTERN_BASE_BASE64URL_H

#include "slice.h"

/* Room for `len` bytes as text, without a terminator. */
#define BASE64URL_SIZE(len) (((len)*8 + 5) / 6)

/* Writes BASE64URL_SIZE(len) characters. */
void base64url_encode(const unsigned char *bytes, size_t len, char *text);

/* Decodes `text` into `bytes`, which has room for text.len. False when it is none. Bits behind the last whole byte must
 * be zero, so that each run of bytes has one text only. */
bool base64url_decode(struct slice text, char *bytes, size_t *len);

#endif
