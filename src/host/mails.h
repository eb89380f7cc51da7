/* Services of mails. */
#ifndef LECTERN_HOST_MAILS_H
#define LECTERN_HOST_MAILS_H

#include "services.h"

extern const struct service mail_services[];
extern const size_t mail_service_count;

#endif
