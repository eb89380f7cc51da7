/* Inside the room `api/graphql`: the scalars of dates and times. */
#ifndef LECTERN_API_GRAPHQL_SCALARS_TIME_H
#define LECTERN_API_GRAPHQL_SCALARS_TIME_H

#include "graphql/graphql.h"

graphql_scalar_parser api_graphql_scalar_parse_datetime;
graphql_scalar_parser api_graphql_scalar_parse_date;
graphql_scalar_parser api_graphql_scalar_parse_time;
graphql_literal_parser api_graphql_scalar_parse_datetime_literal;
graphql_literal_parser api_graphql_scalar_parse_date_literal;
graphql_literal_parser api_graphql_scalar_parse_time_literal;

#endif
