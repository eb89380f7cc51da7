/* Reading the tokens of strings, beginning at their first quote. */
#ifndef LECTERN_GRAPHQL_LANGUAGE_LEXER_STRING_H
#define LECTERN_GRAPHQL_LANGUAGE_LEXER_STRING_H

#include "lexer.h"

/* Strings, beginning at their first quote (lexer_string.c). */
bool lexer_read_string(struct lexer *lexer, graphql_offset start, struct token *token);
bool lexer_read_block_string(struct lexer *lexer, graphql_offset start, struct token *token);

#endif
