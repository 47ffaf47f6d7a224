import type { MovedFunds, WalletMove, WalletName } from '../../../perpsPort.ts';
import type { Fields } from '../../../shared/json.ts';
import { isFields } from '../../../shared/json.ts';
import type { DialectCall } from '../../../shared/live/dialect.ts';
import { encodeRequest } from '../../../shared/live/encodeRequest.ts';
import type { TransfersDialect } from '../../../shared/live/perpsDialect.ts';
import { balancesOf, required } from '../../../shared/live/shapes.ts';
import { NoAnswerError } from '../../../shared/live/tradeHttp.ts';
import { toFuturesAsset } from '../../symbols.ts';
import { spotWithdrawal, type WalletBalance, walletTransfer } from './endpoints.ts';
import { timeOf } from './time.ts';

/** The venue's own names, as in its list of accounts. */
const names: Readonly<Partial<Record<WalletName, string>>> = { swap: 'flex', cash: 'cash' };

/** Moves between the wallets of futures, and from either to spot: one request each. */
export const futuresTransfers: TransfersDialect = {
  from: ['swap', 'cash'],
  balances: async ({ client }) =>
    balancesOf(await client.fetchBalance(encodeRequest<WalletBalance>({ type: 'cash' }))),
  move: (call, move) => (move.to === 'spot' ? withdraw(call, move) : transfer(call, move)),
};

/** Done when it is answered, without an id. */
async function transfer(call: DialectCall, move: WalletMove): Promise<MovedFunds> {
  const { asset, amount, from, to } = move;
  const asked = {
    fromAccount: nameOf(from),
    toAccount: nameOf(to),
    unit: toFuturesAsset(asset),
    amount,
  };
  const result = confirmed(await walletTransfer(call.client, asked));
  const atMs = timeOf(result.serverTime) ?? call.clock.now();
  const transferId = `${asked.fromAccount}-${asked.toAccount}-${asked.unit}-${atMs}`;
  return { result, transferId, status: 'completed', atMs };
}

/**
 * Moves from any wallet, where ccxt would require the money in cash first; the answer only confirms
 * the start.
 */
async function withdraw(call: DialectCall, move: WalletMove): Promise<MovedFunds> {
  const { asset, amount, from } = move;
  const answer = await spotWithdrawal(call.client, {
    currency: toFuturesAsset(asset),
    amount,
    sourceWallet: nameOf(from),
  });
  const result = confirmed(answer);
  const transferId = String(required(result.uid, 'id of a transfer'));
  const atMs = timeOf(result.serverTime) ?? call.clock.now();
  return { result, transferId, status: 'pending', atMs };
}

/** Returns the answer; one that does not confirm the move leaves its outcome unknown. */
function confirmed(answer: unknown): Fields {
  if (isFields(answer) && answer.result === 'success') return answer;
  throw new NoAnswerError('The exchange did not say whether it moved the money.');
}

function nameOf(wallet: WalletName): string {
  return required(names[wallet], `name of the wallet ${wallet}`);
}
