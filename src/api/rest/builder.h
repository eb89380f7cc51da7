/* The endpoints of Strapi's content-type builder: models, as it shows them. */
#ifndef LECTERN_API_REST_BUILDER_H
#define LECTERN_API_REST_BUILDER_H

#include "call.h"

bool endpoint_builder_types(struct rest_call *call);
bool endpoint_builder_type(struct rest_call *call);
bool endpoint_builder_components(struct rest_call *call);
bool endpoint_builder_component(struct rest_call *call);

#endif
