/* libpq, loaded when a PostgreSQL server is to be reached first: with it come the libraries of Kerberos and LDAP. Once
 * libpq_load has succeeded, its functions are called as libpq.PQexec, from any thread. */
#ifndef LECTERN_LIBPQ_H
#define LECTERN_LIBPQ_H

#include "base/base.h"

#include <libpq-fe.h>

#define LIBPQ_FUNCTIONS(USE)      \
	USE(PQbackendPID)         \
	USE(PQcancel)             \
	USE(PQclear)              \
	USE(PQcmdStatus)          \
	USE(PQcmdTuples)          \
	USE(PQconnectdbParams)    \
	USE(PQconninfoFree)       \
	USE(PQconninfoParse)      \
	USE(PQconsumeInput)       \
	USE(PQenterPipelineMode)  \
	USE(PQerrorMessage)       \
	USE(PQescapeLiteral)      \
	USE(PQexec)               \
	USE(PQexecParams)         \
	USE(PQfformat)            \
	USE(PQfinish)             \
	USE(PQflush)              \
	USE(PQfname)              \
	USE(PQfreeCancel)         \
	USE(PQfreemem)            \
	USE(PQftype)              \
	USE(PQgetCancel)          \
	USE(PQgetResult)          \
	USE(PQgetisnull)          \
	USE(PQgetlength)          \
	USE(PQgetvalue)           \
	USE(PQisBusy)             \
	USE(PQnfields)            \
	USE(PQnotifies)           \
	USE(PQntuples)            \
	USE(PQpingParams)         \
	USE(PQpipelineSync)       \
	USE(PQresultErrorField)   \
	USE(PQresultErrorMessage) \
	USE(PQresultStatus)       \
	USE(PQsendFlushRequest)   \
	USE(PQsendPrepare)        \
	USE(PQsendQuery)          \
	USE(PQsendQueryParams)    \
	USE(PQsendQueryPrepared)  \
	USE(PQsetNoticeProcessor) \
	USE(PQsetnonblocking)     \
	USE(PQsocket)             \
	USE(PQstatus)

struct libpq {
	LIBPQ_FUNCTIONS(LIBRARY_MEMBER)
};

extern struct libpq libpq;

/* Fails as library_load does. */
bool libpq_load(struct error *error);

#endif
