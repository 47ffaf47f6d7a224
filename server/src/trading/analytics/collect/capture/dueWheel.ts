/** Things by the time they are due, taken out beat by beat. */
export interface DueWheel<Item> {
  add(item: Item, dueMs: number): void;
  /** Everything due by then, the longest due first. */
  take(nowMs: number): readonly Item[];
}

/** @param beatMs How fine times are told apart. */
export function createDueWheel<Item>(beatMs: number): DueWheel<Item> {
  const slots = new Map<number, Item[]>();
  return {
    add(item, dueMs) {
      const slot = Math.ceil(dueMs / beatMs);
      const items = slots.get(slot);
      if (items) items.push(item);
      else slots.set(slot, [item]);
    },
    take(nowMs) {
      const now = Math.floor(nowMs / beatMs);
      // At most as many slots are filled as there are beats to the last horizon.
      const due = [...slots.keys()].filter((slot) => slot <= now).sort((a, b) => a - b);
      return due.flatMap((slot) => {
        const items = slots.get(slot) ?? [];
        slots.delete(slot);
        return items;
      });
    },
  };
}
