import type { FillReader } from './fills.ts';
import type { PaymentReader } from './payments.ts';
import type { AccountState } from './state.ts';
import type { Transfer } from './types.ts';

/** All that explains why balances and positions change. */
export interface Movements {
  /** Hears of what is new; returns how many fills and payments there were. */
  catchUp(): Promise<number>;
  /** Something is off: from now on everything that may explain it is read. */
  doubt(): void;
  /** Whether everything there is has been heard of, and nothing is under way. */
  isWhole(): boolean;
  state(): AccountState;
}

/** Each movement is counted once, however often it is read. */
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
      // Whether a balance that was read before shows them is found out by what it is off by.
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
