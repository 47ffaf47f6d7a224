import { amountText } from '@windlass/matching';
import { open, type PublicCall, type Routes, wallet } from './call.ts';
import { refusals } from './errors.ts';

/** Routes of the funding of swaps and of the index that it follows. */
export const fundingRoutes: Routes = {
  'GET /api/v5/public/funding-rate': open(fundingRate),
  'GET /api/v5/market/index-tickers': open(index),
};

function fundingRate(call: PublicCall): readonly object[] {
  const { exchange } = call;
  const market = call.market();
  if (market.definition.kind !== 'swap') throw refusals.wrong('instId');
  const { rate, nextRate, intervalMs, nextAt } = exchange.fundings.of(market);
  const now = String(exchange.now());
  return [
    {
      instType: 'SWAP',
      instId: market.id,
      fundingRate: amountText(rate),
      method: nextRate === undefined ? 'current_period' : 'next_period',
      nextFundingRate: nextRate === undefined ? '' : amountText(nextRate),
      fundingTime: String(nextAt),
      nextFundingTime: String(nextAt + intervalMs),
      prevFundingTime: String(nextAt - intervalMs),
      maxFundingRate: '0.00375',
      minFundingRate: '-0.00375',
      formulaType: 'noRate',
      settState: 'settled',
      settFundingRate: amountText(rate),
      premium: '',
      ts: now,
      impactValue: '',
      interestRate: '',
    },
  ];
}

/** Returns a pair's index, whatever trades on it: the simulated index is the mark. */
function index({ exchange, fields }: PublicCall): readonly object[] {
  const instId = fields.required('instId');
  const market = exchange
    .markets(wallet)
    .find(({ definition: { base, quote } }) => `${base}-${quote}` === instId);
  if (!market) throw refusals.noInstrument();
  const idxPx = amountText(exchange.prices.markPrice(market) ?? 0n);
  return [
    {
      instId,
      idxPx,
      high24h: idxPx,
      low24h: idxPx,
      open24h: idxPx,
      sodUtc0: idxPx,
      sodUtc8: idxPx,
      ts: String(exchange.now()),
    },
  ];
}
