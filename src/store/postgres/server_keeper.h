/* Inside the PostgreSQL driver: the thread that tries to reach a server that is down. */
#ifndef LECTERN_STORE_POSTGRES_SERVER_KEEPER_H
#define LECTERN_STORE_POSTGRES_SERVER_KEEPER_H

#include "server.h"

/* Starts the keeper. Without it a server that is down stays so. */
void postgres_server_keep(struct postgres_server *server);

#endif
