/* Inside the room `host`: files that the project's package puts somewhere. */
#ifndef LECTERN_HOST_FILES_H
#define LECTERN_HOST_FILES_H

#include "media/media.h"
#include "process/process.h"
#include "survey.h"

/* Has the process put and delete the files of uploads (media_set_provider), where the configuration has a provider of
 * the project's own. Before the first request. */
void host_put_files(struct host *host, const struct config *config, const struct survey *survey, struct media *media);

/* Fills in a signer of content that asks the provider; false where there is none, or its urls need no signature. The
 * process may take its time, so it waits. */
bool host_file_signer(struct host *host, const struct config *config, const struct survey *survey,
                      struct content_signer *signer);

#endif
