#include "slug_letters.h"

/* Sixteen characters a row from `first` on. "_": no spelling; "~": the character is left out. */
static const struct {
	int32_t first;
	const char *spellings;
} rows[] = {
    /* clang-format off */
    {0x00C0, "A A A A Ae A AE C E E E E I I I I"},
    {0x00D0, "D N O O O O Oe _ O U U U Ue Y TH ss"},
    {0x00E0, "a a a a ae a ae c e e e e i i i i"},
    {0x00F0, "d n o o o o oe _ o u u u ue y th y"},
    {0x0100, "A a A a A a C c C c C c C c D d"},
    {0x0110, "D d E e E e E e E e E e G g G g"},
    {0x0120, "G g G g H h H h I i I i I i I i"},
    {0x0130, "I i IJ ij J j K k k L l L l L l L"},
    {0x0140, "l L l N n N n N n 'n N n O o O o"},
    {0x0150, "O o Oe oe R r R r R r S s S s S s"},
    {0x0160, "S s T t T t T t U u U u U u U u"},
    {0x0170, "U u U u W w Y y Y Z z Z z Z z ss"},
    {0x01A0, "O o _ _ _ _ _ _ _ _ _ _ _ _ _ U"},
    {0x01B0, "u"},
    {0x0210, "_ _ _ _ _ _ _ _ S s T t"},
    {0x0380, "_ _ _ _ _ _ A _ E I I _ O _ Y O"},
    {0x0390, "i A B G D E Z I TH I K L M N KS O"},
    {0x03A0, "P R _ S T Y F X PS O I Y a e i i"},
    {0x03B0, "y a v g d e z i th i k l m n ks o"},
    {0x03C0, "p r s s t y f x ps o i y o y o"},
    {0x0400, "_ Yo _ _ Ye _ I Yi _ Lj Nj _ Kj"},
    {0x0410, "A B V G D E Zh Z I J K L M N O P"},
    {0x0420, "R S T U F H Cz Ch Sh Shh ~ Y ~ E Yu Ya"},
    {0x0430, "a b v g d e zh z i j k l m n o p"},
    {0x0440, "r s t u f h cz ch sh shh ~ y ~ e yu ya"},
    {0x0450, "_ yo _ _ ye _ i yi _ lj nj _ kj"},
    {0x0490, "G g"},
    {0x0530, "_ A B G D Ye Z E Y T Zh I L Kh Ts K"},
    {0x0540, "H Dz Gh Tch M Y N Sh Vo Ch P J R S V T"},
    {0x0550, "R C _ P Q O F"},
    {0x0560, "_ a b g d ye z e y t zh i l kh ts k"},
    {0x0570, "h dz gh tch m y n sh vo ch p j r s v t"},
    {0x0580, "r c _ p q o f yev"},
    {0x0620, "_ e a a w i y a b t t th j h kh d"},
    {0x0630, "dh r z s sh s d t z e gh"},
    {0x0640, "_ f q k l m n h w a y _ _ _ _ u"},
    {0x0660, "0 1 2 3 4 5 6 7 8 9"},
    {0x0670, "_ _ _ _ _ _ _ _ _ t _ _ p _ p"},
    {0x0680, "_ z _ _ _ c ch _ d d"},
    {0x0690, "_ r _ r _ _ g _ zh _ x"},
    {0x06A0, "_ _ _ _ _ _ _ _ _ k _ g _ _ _ g"},
    {0x06B0, "_ _ _ _ _ _ _ _ _ _ n _ n _ h"},
    {0x06C0, "e h _ _ _ _ _ _ _ _ _ _ y ai"},
    {0x06D0, "e _ e"},
    {0x06F0, "0 1 2 3 4 5 6 7 8 9"},
    {0x0780, "h sh n r b lh k a v m f dh th l g gn"},
    {0x0790, "s d z t y p j ch tt hh kh th z sh s d"},
    {0x07A0, "t z a gh q w a aa i ee u oo e ey o oa"},
    {0x07B0, "~"},
    {0x10D0, "a b g d e v z t i k l m n o p zh"},
    {0x10E0, "r s t u ph q gh k sh ch ts dz ts tch kh j"},
    {0x10F0, "h"},
    {0x1E90, "_ _ _ _ _ _ _ _ _ _ _ _ _ _ SS"},
    {0x1EA0, "A a A a A a A a A a A a A a A a"},
    {0x1EB0, "A a A a A a A a E e E e E e E e"},
    {0x1EC0, "E e E e E e E e I i I i O o O o"},
    {0x1ED0, "O o O o O o O o O o O o O o O o"},
    {0x1EE0, "O o O o U u U u U u U u U u U u"},
    {0x1EF0, "U u Y y Y y Y y Y y"},
    {0xFEA0, "_ _ _ _ _ _ _ _ _ _ _ d _ r _ z"},
    /* clang-format on */
};

/* Marks that stand over or under the letter before them. */
static bool is_mark(int32_t character)
{
	return (character >= 0x300 && character < 0x370) || (character >= 0x20D0 && character < 0x20F1) ||
	       (character >= 0xFE20 && character < 0xFE24);
}

struct slice slug_letter(int32_t character)
{
	const struct slice none = {NULL, 0};
	size_t row = 0;
	if (is_mark(character))
		return SLICE("");
	while (row < COUNT_OF(rows) && rows[row].first != (character & ~15))
		row++;
	if (row == COUNT_OF(rows))
		return none;
	struct slice rest = slice_of(rows[row].spellings), spelling = none;
	for (int32_t i = rows[row].first; i <= character; i++)
		if (!slice_split(&rest, ' ', &spelling))
			return none;
	if (slice_is(spelling, "_"))
		return none;
	return slice_is(spelling, "~") ? SLICE("") : spelling;
}
