import type { FillReader } from './fills.ts';
import type { PaymentReader } from './payments.ts';
import type { AccountState } from './state.ts';
import type { Transfer } from './types.ts';

/** Everything that explains changes of balances and positions. */
export interface Movements {
  /** Reads what is new; returns the number of fills and payments. */
  catchUp(): Promise<number>;
  /** Called when something differs: from now on everything that may explain it is read. */
  doubt(): void;
  /** Returns true when everything has been read and no reading is incomplete. */
  isWhole(): boolean;
  state(): AccountState;
}

/** Creates the movements; each counts once, however often it is read. */
export function createMovements(
  { fills, payments }: { readonly fills: FillReader; readonly payments: PaymentReader },
  transfersNow: () => readonly Transfer[],
): Movements {
  let transfers = transfersNow();
  let isDoubted = false;
  return {
    async catchUp() {
      const filled = await fills.catchUp();
      const paid = await payments.catchUp({ isDoubted, filledMs: fills.newestMs() });
      // A balance that was read before may or may not show them; its deviation decides.
      transfers = transfersNow();
      return filled + paid;
    },
    doubt() {
      isDoubted = true;
    },
    isWhole: () =>
      fills.isWhole() && payments.isWhole() && transfers.every(({ status }) => status !== 'sent'),
    state: () => ({ ...payments.addTo(fills.state()), transfers }),
  };
}
