/* Inside the room `config`: where @strapi/provider-upload-aws-s3 puts files. */
#ifndef LECTERN_CONFIG_UPLOADS_S3_H
#define LECTERN_CONFIG_UPLOADS_S3_H

#include "config.h"
#include "setting.h"

/* Whether a provider of that name is the one for S3. */
bool uploads_is_s3(const char *provider);

/* Reads upload.config.providerOptions and actionOptions of plugins.json into uploads->s3; what is missing or not
 * understood is a mistake. */
void uploads_read_s3(struct settings *settings, const struct config_file *plugins, struct config_uploads *uploads);

#endif
