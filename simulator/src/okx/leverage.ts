import type { MarginMode } from '@windlass/matching';
import { type Call, type Routes, signed } from './call.ts';
import { Refusal, refusals } from './errors.ts';
import { posSideOf, readLeg } from './positionSides.ts';

export const leverageRoutes: Routes = {
  'GET /api/v5/account/leverage-info': signed(leverages),
  'POST /api/v5/account/set-leverage': signed(setLeverage),
};

function modeOf({ fields }: Call): MarginMode {
  fields.required('mgnMode');
  return fields.word('mgnMode', ['cross', 'isolated']) ?? 'cross';
}

/** Returns leverages. In hedge mode there is a row for each leg, though both are equal here. */
function leverages(call: Call): readonly { readonly posSide: string }[] {
  const market = call.market();
  if (market.instrument.isSpot) throw refusals.wrong('instId');
  const mode = modeOf(call);
  const lever = String(call.margins.leverage(call.account, market, mode));
  return call.exchange.accounts
    .legs(call.account, market)
    .map((leg) => ({ instId: market.id, mgnMode: mode, posSide: posSideOf(leg), lever }));
}

function setLeverage(call: Call): readonly object[] {
  const { account, fields, margins } = call;
  const asked = fields.whole('lever');
  if (asked === undefined) throw refusals.empty('lever');
  const [market, mode] = [call.market(), modeOf(call)];
  // Isolated legs are named; a cross leverage belongs to the market.
  const isOfLeg = account.isHedged && mode === 'isolated';
  const isNamed = fields.text('posSide') !== undefined;
  const leg = isOfLeg || isNamed ? readLeg(fields, account) : undefined;
  if (asked < 1 || market.instrument.isSpot) throw refusals.wrong('lever');
  const refused = margins.setLeverage(account, market, { mode, leverage: asked });
  if (refused === 'INSUFFICIENT_BALANCE') {
    throw new Refusal('59108', 'Low leverage and insufficient margin, please adjust the leverage.');
  }
  if (refused !== undefined) {
    const text = 'Leverage exceeds the maximum leverage. Please adjust the leverage.';
    throw new Refusal('59102', text);
  }
  return leverages(call).filter(({ posSide }, at) => (leg ? posSide === leg : at === 0));
}
