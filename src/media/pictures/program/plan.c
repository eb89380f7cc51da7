#include "plan.h"

bool plan_needs(uint32_t width, uint32_t height, struct picture_box box)
{
	return width > box.width || height > box.height;
}

double plan_factor(uint32_t width, uint32_t height, struct picture_box box)
{
	double across = (double)width / box.width, down = (double)height / box.height;
	return across > down ? across : down;
}

unsigned plan_shrink(uint32_t width, uint32_t height, struct picture_box box)
{
	const double factor = plan_factor(width, height, box);
	unsigned shrink = factor >= 9 ? 8 : factor >= 5 ? 4 : factor >= 3 ? 2 : 1;
	while (shrink > 1 && (width < shrink || height < shrink))
		shrink /= 2;
	return shrink;
}
