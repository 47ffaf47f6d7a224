/** Items sorted by the time they are due, and taken out interval by interval. */
export interface DueWheel<Item> {
  add(item: Item, dueMs: number): void;
  /** Returns everything due by that time, the longest due first. */
  take(nowMs: number): readonly Item[];
}

/** @param beatMs The resolution of due times. */
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
      // There are never more slots than intervals until the last horizon.
      const due = [...slots.keys()].filter((slot) => slot <= now).sort((a, b) => a - b);
      return due.flatMap((slot) => {
        const items = slots.get(slot) ?? [];
        slots.delete(slot);
        return items;
      });
    },
  };
}
