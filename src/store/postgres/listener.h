/* Inside the PostgreSQL driver: hearing of what others change.
 *
 * A connection of its own listens. Each statement that changes a table sends its name when it is committed, by the
 * triggers that migrations make (store/migrate/triggers.h): whoever writes, this server, another, Strapi or psql. What
 * is heard is published in the store's changes. A table without the trigger counts as changed at any time.
 *
 * While the connection is being made, and behind a pooler, nothing is heard, and all that is remembered is of no use.
 * Once a second the server is asked for the tables that lack the trigger; when it does not answer within two seconds
 * the connection is lost. */
#ifndef LECTERN_STORE_POSTGRES_LISTENER_H
#define LECTERN_STORE_POSTGRES_LISTENER_H

#include "config/config.h"
#include "store/changes.h"

struct postgres_listener;

/* Starts its thread. `changes` outlive it. */
struct postgres_listener *postgres_listener_start(const struct config *config, struct changes *changes);

/* Waits until all has been published that was committed, and whose commit was answered, before the call: one round trip
 * on the connection that listens, which callers at one moment share. False when that is not known within two seconds.
 * From any thread. */
bool postgres_listener_catch_up(struct postgres_listener *listener);

/* Stops it and frees it; NULL: nothing. It waits for a connection that is being made. */
void postgres_listener_stop(struct postgres_listener *listener);

/* Whether all that was committed a moment ago has been published, or will be. From any thread. */
bool postgres_listener_hears(const struct postgres_listener *listener);

#endif
