import type { Market } from '../exchange/market.ts';
import { type Call, type Routes, signedBy } from './call.ts';
import { contractOf } from './futures/parseOrder.ts';
import { pairOf } from './spot/parseOrder.ts';
import { share } from './wire.ts';

export const feeRoutes: Routes = {
  'GET /wallet/fee': signedBy(walletFee),
  'GET /futures/{settle}/fee': signedBy(contractFees),
};

/** Fees in GT or in points are not simulated. */
const others = {
  gt_discount: false,
  gt_taker_fee: '0',
  gt_maker_fee: '0',
  loan_fee: '0.18',
  point_type: '1',
  debit_fee: 3,
} as const;

/**
 * Returns the fees of one pair, or of the first; for contracts always those of the first, as if all
 * were alike.
 */
function walletFee(call: Call): object {
  const { exchange, account, query } = call;
  const id = query.text('currency_pair');
  const settle = (query.text('settle') ?? 'usdt').toLowerCase();
  const firstOf = (wallet: string) => exchange.markets(wallet)[0];
  const pair = id === undefined ? firstOf('spot') : pairOf(call, id);
  const { taker_fee, maker_fee } = ratesOf(pair);
  const perpetual = ratesOf(firstOf(`futures/${settle}`));
  const dated = ratesOf(firstOf(`delivery/${settle}`));
  return {
    user_id: account.number,
    taker_fee,
    maker_fee,
    ...others,
    futures_taker_fee: perpetual.taker_fee,
    futures_maker_fee: perpetual.maker_fee,
    delivery_taker_fee: dated.taker_fee,
    delivery_maker_fee: dated.maker_fee,
  };
}

/** Returns fees by contract: of a named one, or of all. */
function contractFees(call: Call): object {
  const { exchange, query, wallet } = call;
  const id = query.text('contract');
  const markets = id === undefined ? exchange.markets(wallet) : [contractOf(call, id)];
  return Object.fromEntries(markets.map((market) => [market.id, ratesOf(market)]));
}

function ratesOf(market: Market | undefined) {
  const { takerFeePpm = 0, makerFeePpm = 0 } = market?.definition ?? {};
  return { taker_fee: share(takerFeePpm), maker_fee: share(makerFeePpm) };
}
