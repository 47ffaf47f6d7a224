import type { MovedFunds, WalletName } from '../../perpsPort.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import type { TransfersDialect } from '../../shared/live/perpsDialect.ts';
import { balancesOf, told } from '../../shared/live/shapes.ts';
import { rowOf, textIn } from './rows.ts';

/** The trading account has everything except what waits in the funding account. */
const accounts: Readonly<Partial<Record<WalletName, string>>> = { spot: '18', funding: '6' };

/** Within the account, and not to a sub-account. */
const type = '0';

export const okxTransfers: TransfersDialect = {
  from: ['spot', 'funding'],
  balances: async ({ client }) => balancesOf(await client.fetchBalance({ type: 'funding' })),
  async move(call, { asset, amount, from, to }) {
    const ends = { from: accountOf(from), to: accountOf(to) };
    const body = { type, ccy: asset, amt: amount, ...ends };
    const result = rowOf(await call.client.request('asset/transfer', 'private', 'POST', body));
    const transferId = told(textIn(result, 'transId'), 'id of a transfer');
    const status = await statusOf(call, transferId);
    return { transferId, status, atMs: call.clock.now(), result };
  },
};

function accountOf(wallet: WalletName): string {
  const id = accounts[wallet];
  if (id === undefined) throw new DialectRefusal(`OKX has no wallet ${wallet}.`, 'INVALID');
  return id;
}

/**
 * The venue accepts a transfer before it executes it. Whatever failure this request ends in, the
 * money was requested to move: nothing may suggest that the transfer could be sent again.
 */
async function statusOf({ client }: DialectCall, transId: string): Promise<MovedFunds['status']> {
  const state = await client
    .request('asset/transfer-state', 'private', 'GET', { transId, type })
    .then((answer) => textIn(rowOf(answer), 'state'))
    .catch(() => undefined);
  if (state === 'failed') throw new DialectRefusal(`The transfer ${transId} failed at OKX.`);
  return state === 'success' ? 'completed' : 'pending';
}
