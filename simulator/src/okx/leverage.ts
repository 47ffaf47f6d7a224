import type { MarginMode } from '@windlass/matching';
import { type Call, type Routes, signed } from './call.ts';
import { Refusal, refusals } from './errors.ts';

export const leverageRoutes: Routes = {
  'GET /api/v5/account/leverage-info': signed((call) => [leverage(call)]),
  'POST /api/v5/account/set-leverage': signed(setLeverage),
};

function modeOf({ fields }: Call): MarginMode {
  fields.required('mgnMode');
  return fields.word('mgnMode', ['cross', 'isolated']) ?? 'cross';
}

function leverage(call: Call): object {
  const market = call.market();
  if (market.instrument.isSpot) throw refusals.wrong('instId');
  const mode = modeOf(call);
  const lever = String(call.margins.leverage(call.account, market, mode));
  return { instId: market.id, mgnMode: mode, posSide: 'net', lever };
}

function setLeverage(call: Call): readonly object[] {
  const { account, fields, margins } = call;
  const asked = fields.whole('lever');
  if (asked === undefined) throw refusals.empty('lever');
  const [market, mode] = [call.market(), modeOf(call)];
  if ((fields.text('posSide') ?? 'net') !== 'net') throw refusals.wrong('posSide');
  if (asked < 1 || market.instrument.isSpot) throw refusals.wrong('lever');
  const refused = margins.setLeverage(account, market, { mode, leverage: asked });
  if (refused === 'INSUFFICIENT_BALANCE') {
    throw new Refusal('59108', 'Low leverage and insufficient margin, please adjust the leverage.');
  }
  if (refused !== undefined) {
    const text = 'Leverage exceeds the maximum leverage. Please adjust the leverage.';
    throw new Refusal('59102', text);
  }
  return [leverage(call)];
}
