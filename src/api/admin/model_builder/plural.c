#include "plural.h"

#include <ctype.h>
#include <stdio.h>
#include <strings.h>

/* The whole word, or words, in small letters. */
static const struct {
	const char *one, *many;
} irregular[] = {
    {"echo", "echoes"},
    {"volcano", "volcanoes"},
    {"tornado", "tornadoes"},
    {"genus", "genera"},
    {"schema", "schemata"},
    {"dogma", "dogmata"},
    {"stigma", "stigmata"},
    {"lemma", "lemmata"},
    {"ox", "oxen"},
    {"axe", "axes"},
    {"die", "dice"},
    {"yes", "yeses"},
    {"foot", "feet"},
    {"goose", "geese"},
    {"tooth", "teeth"},
    {"quiz", "quizzes"},
    {"human", "humans"},
    {"proof", "proofs"},
    {"thief", "thieves"},
    {"valve", "valves"},
    {"groove", "grooves"},
    {"this", "these"},
    {"that", "those"},
    {"has", "have"},
    {"is", "are"},
    {"was", "were"},
    {"i", "we"},
    {"me", "us"},
    {"he", "they"},
    {"she", "they"},
    {"thou", "you"},
    {"passerby", "passersby"},
};

static const char uncountable[] =
    " adulthood advice agenda aid aircraft alcohol ammo analytics anime athletics audio bison blood buffalo butter "
    "carp "
    "cash chassis chess clothing cod commerce cooperation corps debris diabetes digestion elk energy equipment "
    "expertise firmware fun gallows garbage graffiti hardware headquarters health homework housework information jeans "
    "justice kudos labour literature machinery mackerel mail manga media mews moose mud music news only personnel pike "
    "plankton pliers police pollution premises rain research rice salmon scissors series sewage shambles shrimp "
    "software species staff swine tennis traffic transportation trout tuna wealth welfare wildlife you ";

/* Words that end so: how many letters at the end go, and what comes in their place. The first that fits counts. */
static const struct {
	const char *ending;
	size_t dropped;
	const char *added;
} endings[] = {
    {"deer", 0, ""},        {"fish", 0, ""},        {"sheep", 0, ""},        {"measles", 0, ""},
    {"pox", 0, ""},         {"ous", 0, ""},         {"man", 2, "en"},        {"men", 0, ""},
    {"child", 0, "ren"},    {"children", 0, ""},    {"person", 4, "ople"},   {"people", 0, ""},
    {"mouse", 4, "ice"},    {"louse", 4, "ice"},    {"matrix", 2, "ices"},   {"vertex", 2, "ices"},
    {"codex", 2, "ices"},   {"index", 2, "ices"},   {"appendix", 2, "ices"}, {"x", 0, "es"},
    {"ch", 0, "es"},        {"sh", 0, "es"},        {"ss", 0, "es"},         {"zz", 0, "es"},
    {"quy", 1, "ies"},      {"knife", 2, "ves"},    {"wife", 2, "ves"},      {"life", 2, "ves"},
    {"arf", 1, "ves"},      {"lf", 1, "ves"},       {"eaf", 1, "ves"},       {"oaf", 1, "ves"},
    {"hoof", 1, "ves"},     {"axis", 2, "es"},      {"testis", 2, "es"},     {"sis", 2, "es"},
    {"phenomenon", 2, "a"}, {"criterion", 2, "a"},  {"datum", 2, "a"},       {"data", 0, ""},
    {"bacterium", 2, "a"},  {"curriculum", 2, "a"}, {"symposium", 2, "a"},   {"hero", 0, "es"},
    {"ato", 0, "es"},       {"gro", 0, "es"},       {"alumnus", 2, "i"},     {"syllabus", 2, "i"},
    {"radius", 2, "i"},     {"nucleus", 2, "i"},    {"fungus", 2, "i"},      {"cactus", 2, "i"},
    {"stimulus", 2, "i"},   {"terminus", 2, "i"},   {"focus", 2, "i"},       {"locus", 2, "i"},
    {"stratus", 2, "i"},    {"menu", 0, "s"},       {"menus", 0, ""},        {"alias", 0, "es"},
    {"us", 0, "es"},        {"gas", 0, "es"},       {"atlas", 0, "es"},      {"iris", 0, "es"},
    {"s", 0, ""},
};

static bool ends_with(const char *word, const char *ending)
{
	const size_t len = strlen(word), end = strlen(ending);
	return len >= end && strcasecmp(word + len - end, ending) == 0;
}

static bool is_in(const char *list, const char *word)
{
	char wanted[64];
	snprintf(wanted, sizeof wanted, " %s ", word);
	for (char *at = wanted; *at; at++)
		*at = (char)tolower((unsigned char)*at);
	return strstr(list, wanted) != NULL;
}

static bool is_vowel(char c)
{
	return strchr("aeiou", tolower((unsigned char)c)) != NULL;
}

/* In the letters, small or capital, of the word before it. */
static const char *joined(struct arena *arena, const char *word, size_t kept, const char *added)
{
	char *text = arena_format(arena, "%.*s%s", (int)kept, word, added);
	const bool capital = kept && isupper((unsigned char)word[strlen(word) - 1]);
	for (char *at = text + kept; capital && *at; at++)
		*at = (char)toupper((unsigned char)*at);
	return text;
}

const char *plural_of(struct arena *arena, const char *word)
{
	const size_t len = strlen(word);
	if (!len || is_in(uncountable, word) || (unsigned char)word[len - 1] > 0x7f)
		return word;
	for (size_t i = 0; i < COUNT_OF(irregular); i++)
		if (strcasecmp(word, irregular[i].one) == 0)
			return isupper((unsigned char)word[0])
			           ? arena_format(arena, "%c%s", toupper((unsigned char)irregular[i].many[0]),
			                          irregular[i].many + 1)
			           : irregular[i].many;
		else if (strcasecmp(word, irregular[i].many) == 0)
			return word;
	if (len > 1 && ends_with(word, "y") && !is_vowel(word[len - 2]) && word[len - 2] != 'y')
		return joined(arena, word, len - 1, "ies");
	for (size_t i = 0; i < COUNT_OF(endings); i++)
		if (ends_with(word, endings[i].ending))
			return joined(arena, word, len - endings[i].dropped, endings[i].added);
	return joined(arena, word, len, "s");
}
