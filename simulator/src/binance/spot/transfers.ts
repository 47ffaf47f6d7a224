import type { Call, Routes } from '../call.ts';
import { signed } from '../call.ts';
import { Refusal, refusals } from '../errors.ts';
import { amountOf } from '../parameters.ts';
import { text } from './answers.ts';

/** Our wallets by the exchange's names of them. */
const wallets = {
  MAIN: 'spot',
  UMFUTURE: 'usdm',
  CMFUTURE: 'coinm',
  MARGIN: 'margin',
  FUNDING: 'funding',
} as const;
type WalletWord = keyof typeof wallets;

const words = Object.keys(wallets) as WalletWord[];
/** Money can move between any two wallets, except between the two kinds of contracts. */
const ways = new Map(
  words
    .flatMap((from) => words.map((to) => [from, to] as const))
    .filter(([from, to]) => from !== to && !(from.endsWith('FUTURE') && to.endsWith('FUTURE')))
    .map(([from, to]) => [`${from}_${to}`, [wallets[from], wallets[to]] as const]),
);

export const transferRoutes: Routes = {
  'POST /sapi/v1/asset/transfer': signed(transfer),
  'POST /sapi/v1/asset/get-funding-asset': signed(fundingAssets),
  'GET /sapi/v1/margin/account': signed(marginAccount),
};

function transfer({ parameters, exchange, account }: Call): object {
  const way = ways.get(parameters.required('type'));
  if (!way) throw refusals.missing('type');
  const asset = parameters.required('asset');
  parameters.required('amount');
  const amount = amountOf(parameters.decimal('amount') ?? '');
  const [from, to] = way;
  const reason = exchange.accounts.transfer(account, { from, to, asset, amount });
  if (reason === 'BAD_AMOUNT') throw new Refusal(-5007, 'Quantity must be greater than zero.');
  if (reason !== undefined) {
    throw new Refusal(-5013, 'Asset transfer failed: insufficient balance');
  }
  return { tranId: exchange.incomes(account, from).at(-1)?.id };
}

function fundingAssets({ exchange, account }: Call): object[] {
  return exchange.accounts.wallets(account, 'funding').map(({ asset, total, reserved }) => ({
    asset,
    free: text(total - reserved),
    locked: text(reserved),
    freeze: '0',
    withdrawing: '0',
    btcValuation: '0',
  }));
}

function marginAccount({ exchange, account }: Call): object {
  const none = text(0n);
  return {
    borrowEnabled: true,
    marginLevel: '999.00000000',
    tradeEnabled: true,
    transferInEnabled: true,
    transferOutEnabled: true,
    accountType: 'MARGIN_1',
    userAssets: exchange.accounts.wallets(account, 'margin').map(({ asset, total, reserved }) => ({
      asset,
      free: text(total - reserved),
      locked: text(reserved),
      netAsset: text(total),
      borrowed: none,
      interest: none,
    })),
  };
}
