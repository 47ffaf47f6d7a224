import type { MovedFunds, WalletName } from '../../perpsPort.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import type { TransfersDialect } from '../../shared/live/perpsDialect.ts';
import { balancesOf, required } from '../../shared/live/shapes.ts';
import { assetTransfer, type BalanceParams, transferState } from './endpoints.ts';
import { rowOf, textIn } from './rows.ts';

/** The trading account has everything except what waits in the funding account. */
const accounts: Readonly<Partial<Record<WalletName, string>>> = { spot: '18', funding: '6' };

export const okxTransfers: TransfersDialect = {
  from: ['spot', 'funding'],
  balances: async ({ client }) =>
    balancesOf(await client.fetchBalance(encodeRequest<BalanceParams>({ type: 'funding' }))),
  async move(call, { asset, amount, from, to }) {
    const answer = await assetTransfer(call.client, {
      type: '0',
      ccy: asset,
      amt: amount,
      from: accountOf(from),
      to: accountOf(to),
    });
    const result = rowOf(answer);
    const transferId = required(textIn(result, 'transId'), 'id of a transfer');
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
  const state = await transferState(client, { transId, type: '0' })
    .then((answer) => textIn(rowOf(answer), 'state'))
    .catch(() => undefined);
  if (state === 'failed') throw new DialectRefusal(`The transfer ${transId} failed at OKX.`);
  return state === 'success' ? 'completed' : 'pending';
}
