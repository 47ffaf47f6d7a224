import type { Write } from '../../../server/src/store/sqlite/calls.ts';
import type { SimStore } from '../simStore.ts';
import type { World } from '../world.ts';

/** Stop orders that rested when the process died, and whether they still triggered. */
export interface Stops {
  /** Called before a restart. */
  died(): void;
  committed(writes: readonly Write[]): void;
}

export function createStops({ faults }: World, store: () => Pick<SimStore, 'rows'>): Stops {
  const resting = new Set<string>();
  return {
    died() {
      const rows = store().rows<{ id: string }>(
        `select id from meta_orders where order_type = 'stop_loss' and order_status = 'open'`,
      );
      for (const { id } of rows) {
        if (!resting.has(id)) faults.fired('F15', 'rests');
        resting.add(id);
      }
    },
    committed(writes) {
      for (const { name, args } of writes) {
        if (name !== 'recordOutcome' || args[2].order_status !== 'closed') continue;
        if (resting.delete(args[1])) faults.fired('F15', 'fires after the restart');
      }
    },
  };
}
