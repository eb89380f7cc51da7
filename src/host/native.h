/* Services of Strapi's own actions. */
#ifndef LECTERN_HOST_NATIVE_H
#define LECTERN_HOST_NATIVE_H

#include "services.h"

extern const struct service native_services[];
extern const size_t native_service_count;

#endif
