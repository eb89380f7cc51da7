#include "last_orders.h"

void last_orders_begin(struct last_orders *orders, uint64_t version)
{
	if (!version || version != orders->version)
		last_orders_forget_all(orders);
	orders->version = version;
}

void last_orders_begin_savepoint(struct last_orders *orders)
{
	orders->changed = false;
}

void last_orders_undo_savepoint(struct last_orders *orders)
{
	if (orders->changed)
		last_orders_forget_all(orders);
}

static size_t slot_of(const struct attribute *attribute, int64_t target)
{
	uint64_t hash = ((uint64_t)(uintptr_t)attribute >> 3) * 0x9E3779B97F4A7C15 + (uint64_t)target;
	return (hash * 0x9E3779B97F4A7C15 >> 32) % LAST_ORDERS_SLOTS;
}

static bool is_slot_of(const struct last_order *slot, const struct attribute *attribute, int64_t target)
{
	return slot->attribute == attribute && slot->target == target;
}

bool last_orders_find(const struct last_orders *orders, const struct attribute *attribute, int64_t target,
                      double *order)
{
	const struct last_order *slot = &orders->slots[slot_of(attribute, target)];
	if (!is_slot_of(slot, attribute, target))
		return false;
	*order = slot->order;
	return true;
}

void last_orders_keep(struct last_orders *orders, const struct attribute *attribute, int64_t target, double order)
{
	struct last_order *slot = &orders->slots[slot_of(attribute, target)];
	orders->changed = true;
	orders->count += !slot->attribute;
	*slot = (struct last_order){attribute, target, order};
}

void last_orders_raise(struct last_orders *orders, const struct attribute *attribute, int64_t target, double order)
{
	struct last_order *slot = &orders->slots[slot_of(attribute, target)];
	if (!is_slot_of(slot, attribute, target) || slot->order >= order)
		return;
	orders->changed = true;
	slot->order = order;
}

static bool depends_on(const struct attribute *attribute, const char *table)
{
	if (strcmp(attribute->link.table, table) == 0 || strcmp(attribute->target->table, table) == 0)
		return true;
	return !attribute->inverse || strcmp(attribute->inverse->target->table, table) == 0;
}

void last_orders_forget(struct last_orders *orders, const char *table)
{
	/* Most are of the same attribute as the one before. */
	const struct attribute *asked = NULL;
	bool depends = false;
	for (size_t i = 0; i < LAST_ORDERS_SLOTS && orders->count; i++) {
		struct last_order *slot = &orders->slots[i];
		if (!slot->attribute)
			continue;
		if (slot->attribute != asked) {
			asked = slot->attribute;
			depends = depends_on(asked, table);
		}
		if (depends) {
			*slot = (struct last_order){.attribute = NULL};
			orders->count--;
		}
	}
}

void last_orders_forget_all(struct last_orders *orders)
{
	if (orders->count)
		memset(orders->slots, 0, sizeof orders->slots);
	orders->count = 0;
}
