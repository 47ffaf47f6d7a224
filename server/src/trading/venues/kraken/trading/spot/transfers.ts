import { DialectRefusal } from '../../../shared/live/failures.ts';
import type { TransfersDialect } from '../../../shared/live/perpsDialect.ts';
import { required } from '../../../shared/live/shapes.ts';
import { valueAt } from '../../../shared/wireFields.ts';
import { toOldName } from '../../symbols.ts';
import { walletTransfer } from './endpoints.ts';

/** Moves to futures. The money arrives in their cash wallet, whichever wallet it is meant for. */
export const spotTransfers: TransfersDialect = {
  from: ['spot'],
  async move({ client, clock }, { asset, amount, to }) {
    if (to !== 'cash') throw new DialectRefusal(notCash, 'INVALID');
    const answer = await walletTransfer(client, {
      asset: toOldName(asset),
      amount,
      from: 'Spot Wallet',
      to: 'Futures Wallet',
    });
    const transferId = String(required(valueAt(answer, 'result', 'refid'), 'id of a transfer'));
    // The answer says that the transfer was ordered, and nothing about its arrival.
    return { result: Object(answer), transferId, status: 'pending', atMs: clock.now() };
  },
};

const notCash =
  'kraken moves money from spot only to main: move it there first, and from main to swap then';
