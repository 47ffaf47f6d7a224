import type { WalletName } from '../../perpsPort.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import type { TransfersDialect } from '../../shared/live/perpsDialect.ts';
import { told } from '../../shared/live/shapes.ts';
import { valueAt } from '../../shared/wireFields.ts';

/** The venue's names. `future` is that of coin-margined contracts; ccxt takes it otherwise. */
const wallets: Readonly<Partial<Record<WalletName, string>>> = {
  spot: 'MAIN',
  swap: 'UMFUTURE',
  future: 'CMFUTURE',
  margin: 'MARGIN',
  funding: 'FUNDING',
};

function nameOf(wallet: WalletName): string {
  const name = wallets[wallet];
  if (name === undefined) throw new DialectRefusal(`The exchange has no wallet ${wallet}.`);
  return name;
}

/** One request by its path: ccxt's own method would round the amount. */
export const binanceTransfers: TransfersDialect = {
  from: ['spot', 'swap', 'future', 'margin', 'funding'],
  async move({ client, clock }, { asset, amount, from, to }) {
    const type = `${nameOf(from)}_${nameOf(to)}`;
    const asked = { asset, amount, type };
    const result = await client.request('asset/transfer', 'sapi', 'POST', asked);
    const transferId = String(told(valueAt(result, 'tranId'), 'id of a transfer'));
    return {
      ...{ transferId, status: 'completed', atMs: clock.now() },
      result: Object(result),
    };
  },
};
