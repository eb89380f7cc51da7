#include "base64url.h"

static int value_of(char byte)
{
	if (byte >= 'A' && byte <= 'Z')
		return byte - 'A';
	if (byte >= 'a' && byte <= 'z')
		return byte - 'a' + 26;
	if (byte >= '0' && byte <= '9')
		return byte - '0' + 52;
	return byte == '-' ? 62 : byte == '_' ? 63 : -1;
}

bool base64url_decode(struct slice text, char *bytes, size_t *len)
{
	uint32_t bits = 0;
	unsigned bit_count = 0;
	*len = 0;
	for (size_t i = 0; i < text.len; i++) {
		int value = value_of(text.ptr[i]);
		if (value < 0)
			return false;
		bits = bits << 6 | (uint32_t)value;
		bit_count += 6;
		if (bit_count >= 8) {
			bit_count -= 8;
			bytes[(*len)++] = (char)(bits >> bit_count & 0xFF);
		}
	}
	return text.len % 4 != 1 && (bits & ((1u << bit_count) - 1)) == 0;
}

void base64url_encode(const unsigned char *bytes, size_t len, char *text)
{
	static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	for (size_t i = 0; i < BASE64URL_SIZE(len); i++) {
		size_t bit = i * 6, byte = bit / 8;
		unsigned two = (unsigned)bytes[byte] << 8 | (byte + 1 < len ? bytes[byte + 1] : 0u);
		text[i] = alphabet[two >> (10 - bit % 8) & 63];
	}
}
