import type { Rebate } from '../exchange/rebates.ts';
import { type Call, type Routes, signedBy } from './call.ts';
import { Refusal } from './errors.ts';
import { pageOf, spanOf } from './lists.ts';
import { text } from './wire.ts';

const commissionsMax = 100;

/** Routes of the commissions on trades of customers whom an account referred. */
export const commissionRoutes: Routes = {
  'GET /rebate/broker/commission_history': signedBy((call) => [
    listed(call, 'broker', (rebate) => ({
      amount: text(rebate.amount),
      fee: text(rebate.amount * 2n),
      fee_asset: rebate.asset,
      rebate_fee: text(rebate.amount),
    })),
  ]),
  'GET /rebate/partner/commission_history': signedBy((call) => listed(call, 'partner', paid)),
  'GET /rebate/agency/commission_history': signedBy((call) => [
    { currency_pair: 'BTC_USDT', ...listed(call, 'agency', paid) },
  ]),
};

function paid({ amount, asset }: Rebate): object {
  return { commission_amount: text(amount), commission_asset: asset };
}

/**
 * Returns the commissions of a programme; refuses accounts that were never given one of its kind.
 */
function listed(call: Call, kind: string, amounts: (rebate: Rebate) => object): object {
  const { exchange, account, query } = call;
  const own = exchange.rebates.of(account).filter((rebate) => rebate.kind === kind);
  if (own.length === 0) throw new Refusal('FORBIDDEN', `not a ${kind}`, { status: 403 });
  const isWithin = spanOf(query, exchange.now());
  const shown = own.filter(({ at }) => isWithin(at)).toReversed();
  const list = pageOf(shown, query, commissionsMax).map((rebate) => ({
    commission_time: Math.floor(rebate.at / 1_000),
    user_id: 10_003,
    group_name: '',
    ...amounts(rebate),
    source: rebate.words?.source ?? 'SPOT',
    ...(rebate.words?.pair !== undefined && { currency_pair: rebate.words.pair }),
  }));
  return { total: shown.length, list };
}
