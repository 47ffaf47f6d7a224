import type { MovedFunds, WalletMove, WalletName } from '../../perpsPort.ts';
import { isFields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import type { TransfersDialect } from '../../shared/live/perpsDialect.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { walletBalances } from './balances.ts';
import { walletTransfer } from './endpoints.ts';
import { refusedValue } from './errors.ts';
import { textAt } from './rows.ts';
import { inMode, paysFromOneWallet } from './unifiedMode.ts';

/** Text for a transfer that the venue has no way for; nothing is sent. */
const throughSpot = 'The exchange moves funds between its other wallets only through spot.';

const oneWallet = 'The account is a unified one at the exchange: it has one wallet for everything.';

/** The venue's names of our wallets. */
const accounts: Readonly<Partial<Record<WalletName, string>>> = {
  spot: 'spot',
  swap: 'futures',
  future: 'delivery',
};

export const gateioTransfers: TransfersDialect = {
  from: ['spot', 'swap', 'future'],
  balances: (call) => walletBalances(call, 'future'),
  move,
};

/** Contracts have a wallet for each settle asset: it is named after the moved asset. */
async function move(given: DialectCall, moved: WalletMove): Promise<MovedFunds> {
  const call = await inMode(given);
  if (paysFromOneWallet(call)) throw new DialectRefusal(oneWallet, 'INVALID');
  const { client } = call;
  const { asset, amount } = moved;
  const [from, to] = [accounts[moved.from], accounts[moved.to]];
  if (from === undefined || to === undefined || (from !== 'spot' && to !== 'spot')) {
    throw new DialectRefusal(throughSpot, 'INVALID');
  }
  const asked = { currency: asset, from, to, amount, settle: asset };
  const answer = await walletTransfer(client, asked).catch((error: unknown) => {
    throw refusedValue(error);
  });
  if (!isFields(answer)) throw new NoAnswerError('The exchange did not say that it moved funds.');
  const atMs = client.milliseconds();
  const transferId = textAt(answer, 'tx_id') ?? `${atMs}-${from}-${to}-${asset}-${amount}`;
  return { transferId, status: 'completed', atMs, result: answer };
}
