import { type Call, type Routes, signedBy } from './call.ts';
import { notSimulated, Refusal, refusals } from './errors.ts';
import { amountOf, type Parameters } from './parameters.ts';

export const transferRoutes: Routes = { 'POST /wallet/transfers': signedBy(transfer) };

const names = ['spot', 'margin', 'cross_margin', 'futures', 'delivery', 'options'] as const;
type Name = (typeof names)[number];

/** Settlement assets of contracts. Each has a wallet, whether any contract is listed or not. */
const settles = { futures: ['usdt', 'btc'], delivery: ['usdt'] } as const;

/** Moves money between spot and another wallet of the account, but not between two others. */
function transfer(call: Call): object {
  const { exchange, account } = call;
  const body = call.body();
  const asset = body.required('currency');
  const [from, to] = [nameIn(body, 'from'), nameIn(body, 'to')];
  // A unified account has one wallet for all of these.
  if (account.unifiedMode !== undefined) throw refusals.invalid('to', to);
  if ((from === 'spot') === (to === 'spot')) throw refusals.invalid('to', to);
  const amount = amountOf(body.decimal('amount', 'string') ?? '');
  if (amount <= 0n) throw refusals.invalid('amount', body.text('amount'));
  const move = { from: walletOf(body, from), to: walletOf(body, to), asset, amount };
  const refused = exchange.accounts.transfer(account, move);
  if (refused === 'INSUFFICIENT_BALANCE' || refused === 'BAD_AMOUNT') throw tooLittleIn(from);
  if (refused !== undefined) throw refusals.unknown();
  return { tx_id: exchange.incomes(account, move.from).at(-1)?.id };
}

function nameIn(body: Parameters, field: 'from' | 'to'): Name {
  body.required(field);
  const name = body.word(field, names);
  if (name === undefined) throw refusals.missing(field);
  return name;
}

function walletOf(body: Parameters, name: Name): string {
  if (name === 'spot') return name;
  if (name !== 'futures' && name !== 'delivery') throw notSimulated(`the wallet ${name}`);
  const settle = body.required('settle').toLowerCase();
  const isKnown = settles[name].some((each) => each === settle);
  if (!isKnown) throw refusals.invalid('settle', settle);
  const currency = body.required('currency');
  if (currency.toLowerCase() !== settle) throw refusals.invalid('currency', currency);
  return `${name}/${settle}`;
}

function tooLittleIn(from: Name): Refusal {
  return from === 'spot'
    ? new Refusal('BALANCE_NOT_ENOUGH', 'Not enough balance')
    : new Refusal('FUTURES_BALANCE_NOT_ENOUGH', 'Futures balance not enough');
}
