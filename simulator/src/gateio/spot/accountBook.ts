import { type Call, type Routes, signedBy } from '../call.ts';
import { bookMax, pageOf, spanOf } from '../lists.ts';
import { text } from '../wire.ts';

/** Route of the rebates on the spot wallet, newest first; trades are not booked here. */
export const spotBookRoutes: Routes = { 'GET /spot/account_book': signedBy(book) };

function book({ exchange, account, wallet, query }: Call): object[] {
  const [type, currency] = [query.text('type'), query.text('currency')];
  const isWithin = spanOf(query, exchange.now());
  const shown = exchange.rebates
    .of(account)
    .filter((rebate) => rebate.wallet === wallet && isWithin(rebate.at))
    .filter(({ kind }) => type === undefined || kind === type)
    .filter(({ asset }) => currency === undefined || asset === currency)
    .toReversed();
  return pageOf(shown, query, bookMax).map(({ id, at, asset, amount, kind }) => ({
    id: String(id),
    time: at,
    currency: asset,
    change: text(amount),
    balance: text(totalOf({ exchange, account, wallet }, asset)),
    type: kind,
    text: '',
  }));
}

function totalOf(owner: Pick<Call, 'exchange' | 'account' | 'wallet'>, asset: string): bigint {
  const { exchange, account, wallet } = owner;
  const found = exchange.accounts.wallets(account, wallet).find((each) => each.asset === asset);
  return found?.total ?? 0n;
}
