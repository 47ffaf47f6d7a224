import type { Clock } from '../../../kit/clock.ts';
import type { Ids } from '../../../kit/ids.ts';
import { storeRefusal } from '../storeRefusal.ts';
import type { ComparisonStates } from './comparisonStates.ts';
import { intend, isSeen, settle } from './transfers.ts';
import type { ReconciliationObserver, Transfers } from './types.ts';

interface TransferLogDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly observe: Pick<ReconciliationObserver, 'transferNotWritten'>;
}

/** Stores transfers with the state of their account until the balances show them. */
export function createTransferLog(
  { clock, ids, observe }: TransferLogDeps,
  { alterTransfers }: Pick<ComparisonStates, 'alterTransfers'>,
): Transfers {
  const settled: Transfers['settled'] = async (account, id, outcome) => {
    try {
      const nowMs = clock.now();
      await alterTransfers(account, (transfers) => settle(transfers, { id, outcome, nowMs }));
    } catch (error) {
      observe.transferNotWritten(account.id, id, error);
    }
  };
  return {
    async intended(account, move) {
      const id = ids.timedUuid(clock.now());
      if (!isSeen(account, move)) return id;
      try {
        await alterTransfers(account, (transfers) => intend(transfers, id, move));
      } catch (error) {
        // The transfer is not sent, so the comparison must not wait for it.
        await settled(account, id, 'rejected');
        throw storeRefusal(error);
      }
      return id;
    },
    settled,
  };
}
