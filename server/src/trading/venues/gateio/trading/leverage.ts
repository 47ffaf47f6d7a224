import { errorText } from '../../../../kit/errors.ts';
import type { MarginMode, PerpMarket, VenueLeverage, VenueResult } from '../../perpsPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import { required } from '../../shared/live/shapes.ts';
import { contractFields, isHeldBothWays, orNothing, settleOf } from './contracts.ts';
import { dualLeverageSet, dualPosition, leverageSet, position } from './endpoints.ts';
import { noChange, refusalsOfMode, refusedValue } from './errors.ts';
import { leverageIn } from './positions.ts';
import { rowOf, rowsOf } from './rows.ts';
import { inMode } from './unifiedMode.ts';

// The venue has no setting for the margin mode: a leverage of zero means cross, and the limit for
// borrowing in that mode is another field. A setting always names both, so that neither changes the
// other.

/** Returns undefined while the account has no wallet for the contracts. */
export async function leverageOf(call: DialectCall, market: PerpMarket): Promise<VenueLeverage> {
  const [row] = await orNothing(currentOf(call, market).then(({ rows }) => rows));
  return row ? leverageIn(row) : { leverage: undefined, marginMode: undefined };
}

export async function setLeverage(
  call: DialectCall,
  { leverage, ...market }: PerpMarket & { readonly leverage: number },
): Promise<VenueResult> {
  const { rows, isHedged } = await currentOf(call, market);
  const { marginMode = 'cross' } = leverageIn(required(rows[0], 'position of a market'));
  return set(call, market, { leverage, marginMode, isHedged });
}

export async function setMarginMode(
  call: DialectCall,
  { marginMode, ...market }: PerpMarket & { readonly marginMode: MarginMode },
): Promise<VenueResult> {
  const { unifiedMode } = await inMode(call);
  if (marginMode === 'isolated' && unifiedMode?.() === 'portfolio') {
    throw new DialectRefusal(refusalsOfMode.isolated, 'INVALID');
  }
  const { rows, isHedged } = await currentOf(call, market);
  const row = required(rows[0], 'position of a market');
  const current = leverageIn(row);
  if (current.marginMode === marginMode) return { result: { ...row, already_set: true } };
  if (current.leverage === undefined) {
    throw new DialectRefusal(`Set a leverage for ${market.symbol} before its margin mode.`);
  }
  return set(call, market, { leverage: current.leverage, marginMode, isHedged });
}

interface Current {
  /** One, or the long and the short one of an account in hedge mode. */
  readonly rows: readonly Fields[];
  readonly isHedged: boolean;
}

/**
 * Flat positions carry settings as well. For an account in hedge mode they are at another address.
 */
async function currentOf(call: DialectCall, market: PerpMarket): Promise<Current> {
  const { marketType, symbol } = market;
  const isHedged = marketType === 'swap' && (await isHeldBothWays(call, settleOf(symbol)));
  const read = isHedged ? dualPosition : position;
  const answer = await read(call.client, marketType, contractFields(call, market));
  return { rows: isHedged ? rowsOf(answer) : [rowOf(answer)], isHedged };
}

interface Setting {
  readonly leverage: number;
  readonly marginMode: MarginMode;
  readonly isHedged: boolean;
}

async function set(
  call: DialectCall,
  market: PerpMarket,
  { leverage, marginMode, isHedged }: Setting,
): Promise<VenueResult> {
  const text = String(leverage);
  const isCross = marginMode === 'cross';
  const { settle, contract } = contractFields(call, market);
  const send = isHedged ? dualLeverageSet : leverageSet;
  try {
    const answer = await send(call.client, market.marketType, {
      settle,
      contract,
      leverage: isCross ? '0' : text,
      cross_leverage_limit: isCross ? text : undefined,
    });
    const rows = isHedged ? rowsOf(answer) : [rowOf(answer)];
    refuseOther(rows, market, { leverage, marginMode });
    return { result: isHedged ? { positions: rows } : rowOf(answer) };
  } catch (error) {
    if (noChange.test(errorText(error))) return { result: { already_set: true } };
    throw refusedValue(error);
  }
}

/** A dated contract may ignore the limit of cross mode: only the values in the answer are set. */
function refuseOther(
  rows: readonly Fields[],
  { symbol }: PerpMarket,
  asked: { readonly leverage: number; readonly marginMode: MarginMode },
): void {
  required(rows[0], 'leverage that is set');
  for (const row of rows) {
    const { leverage, marginMode } = leverageIn(row);
    const mode = required(marginMode, 'leverage that is set');
    if (leverage === asked.leverage && mode === asked.marginMode) continue;
    throw new DialectRefusal(
      `The exchange did not set ${symbol} to a leverage of ${asked.leverage} in the mode ` +
        `${asked.marginMode}: now it is ${leverage ?? 'none'} in the mode ${mode}.`,
    );
  }
}
