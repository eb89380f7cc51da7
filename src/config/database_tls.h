/* Inside the room: what config/database says of TLS, in libpq's terms. */
#ifndef LECTERN_CONFIG_DATABASE_TLS_H
#define LECTERN_CONFIG_DATABASE_TLS_H

#include "setting.h"

/* Each NULL where nothing is said. */
struct database_tls {
	const char *mode;                          /* sslmode */
	const char *authority, *certificate, *key; /* files: sslrootcert, sslcert, sslkey */
};

/* connection.connection.ssl, as Node has it: true, false, or an object. Its texts (ca, cert, key) are put into files in
 * memory, which are open as long as this process. */
struct database_tls database_read_tls(struct settings *settings, const struct config_file *file);

#endif
