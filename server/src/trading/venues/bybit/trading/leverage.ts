import type { MarginMode, PerpMarket, VenueResult } from '../../perpsPort.ts';
import { type Fields, isFields, parseJson } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import { textOf } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';
import { leverageSetting, type MarginModeSetting, marginModeSetting } from './endpoints.ts';
import { listedOf } from './rows.ts';

/** Codes of the venue's answer that a leverage, or a margin mode, is set already. */
const unchangedCodes: readonly number[] = [110_043, 110_026];

/** Sets both sides: the account may be in hedge mode. */
export async function setLeverage(
  call: DialectCall,
  { symbol, leverage }: PerpMarket & { readonly leverage: number },
): Promise<VenueResult> {
  const each = textOf(leverage);
  const market = listedOf(call, symbol);
  const setting = leverageSetting(call.client, {
    category: market.category,
    symbol: market.symbol,
    buyLeverage: each,
    sellLeverage: each,
  });
  const { answer, isUnchanged } = await told(setting);
  return { result: { ...answer, already_set: isUnchanged } };
}

const modeWords: Readonly<Record<MarginMode, MarginModeSetting['setMarginMode']>> = {
  cross: 'REGULAR_MARGIN',
  isolated: 'ISOLATED_MARGIN',
};

/** Sets the only mode of all contracts of the account, whichever of them was named. */
export async function setMarginMode(
  call: DialectCall,
  { marginMode }: { readonly marginMode: MarginMode },
): Promise<VenueResult> {
  const setting = marginModeSetting(call.client, { setMarginMode: modeWords[marginMode] });
  const { answer, isUnchanged } = await told(setting);
  const reasons = valueAt(answer, 'result', 'reasons');
  if (Array.isArray(reasons) && reasons.length > 0) {
    throw new DialectRefusal(String(valueAt(reasons, 0, 'reasonMsg')));
  }
  return { result: { account_wide: true, already_set: isUnchanged, answer } };
}

interface Told {
  readonly answer: Fields;
  readonly isUnchanged: boolean;
}

async function told(setting: Promise<unknown>): Promise<Told> {
  try {
    const answer = await setting;
    if (isFields(answer)) return { answer, isUnchanged: false };
  } catch (error) {
    const answer = answerIn(error);
    if (answer && unchangedCodes.includes(Number(answer.retCode))) {
      return { answer, isUnchanged: true };
    }
    throw error;
  }
  throw new NoAnswerError('The exchange did not report the outcome of a setting.');
}

/** ccxt turns a refusal into an error, whose text ends in the venue's answer. */
function answerIn(error: unknown): Fields | undefined {
  const text = error instanceof Error ? error.message : '';
  const at = text.indexOf('{');
  const answer = at < 0 ? undefined : parseJson(text.slice(at));
  return isFields(answer) ? answer : undefined;
}
