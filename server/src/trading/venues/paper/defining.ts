import type { InstrumentRules } from '@windlass/matching';
import { marketClassOf } from '../../model/order.ts';
import type { PerpMarket, SettingRefusal } from '../perpsPort.ts';
import { symbolOf } from './bookings.ts';
import { chargedFees } from './fees.ts';
import { toInstrumentRules, walletOf } from './instruments.ts';
import type { PaperDeps } from './ports.ts';
import type { PaperAccount } from './types.ts';

interface Unlisted {
  readonly refusal: string;
  /** `INVALID` when no change of the venue's list can help. */
  readonly code: Extract<SettingRefusal, 'INVALID' | 'OTHER'>;
}

/** Returns the engine's rules of a market as the venue lists it now, or why there are none. */
export function listedRules(
  { rulesOf }: Pick<PaperDeps, 'rulesOf'>,
  { account, venue }: Pick<PaperAccount, 'account' | 'venue'>,
  market: PerpMarket,
): { readonly rules: InstrumentRules; readonly isActive: boolean } | Unlisted {
  const { symbol, marketType } = market;
  const listed = rulesOf(account.venue, symbol);
  const { name, [marketClassOf(marketType)]: takes } = venue.capabilities;
  if (listed?.kind !== marketType || !takes) {
    return { refusal: `${name} lists no ${marketType} ${symbol}.`, code: 'OTHER' };
  }
  if (listed.isInverse) {
    const refusal = `Paper accounts do not trade inverse contracts, and ${symbol} is one.`;
    return { refusal, code: 'INVALID' };
  }
  const rules = toInstrumentRules(listed, venue);
  if (!rules) {
    return { refusal: `Paper accounts at ${name} cannot trade ${symbol}.`, code: 'OTHER' };
  }
  const fees = chargedFees(account, venue, market);
  return { rules: { ...rules, ...fees }, isActive: listed.isActive };
}

/**
 * Defines a market in the engine by its present rules; returns the refusal if that fails. Open
 * orders and positions are counted in the old steps: until they are gone, the account trades on
 * those.
 */
export function define(
  { clock }: Pick<PaperDeps, 'clock'>,
  paper: PaperAccount,
  rules: InstrumentRules,
): string | undefined {
  const { ledger, venue, watches } = paper;
  const symbol = symbolOf(rules.symbol);
  const known = ledger.engine.instrument(symbol)?.rulesText;
  if (known !== JSON.stringify(rules)) {
    const events = ledger.run({ type: 'define', at: clock.now(), rules });
    watches.forgotten(symbol);
    const isKept = events.some((event) => event.type === 'refused');
    if (isKept && known === undefined) return `${venue.capabilities.name} cannot define ${symbol}.`;
  }
  useAccountMode(clock.now(), paper, rules);
  return undefined;
}

/** Makes the engine charge the account's present fees in the markets that it knows. */
export function chargeAnew(
  deps: Pick<PaperDeps, 'clock'>,
  paper: PaperAccount,
  symbols: Iterable<string>,
): void {
  for (const symbol of symbols) {
    const rules = paper.ledger.engine.instrument(symbol)?.rules;
    const market = rules && { symbol: symbolOf(symbol), marketType: rules.kind };
    const fees = market && chargedFees(paper.account, paper.venue, market);
    if (!rules || !fees) continue;
    const { makerFeePpm, takerFeePpm } = rules;
    const isSame = fees.makerFeePpm === makerFeePpm && fees.takerFeePpm === takerFeePpm;
    if (!isSame) define(deps, paper, { ...rules, ...fees });
  }
}

/** Returns the markets in which an order may fill without a call. */
export function openSymbols({ ledger, wallets }: PaperAccount): ReadonlySet<string> {
  const open = wallets.flatMap((name) => ledger.engine.openOrders(name));
  return new Set(open.map(({ symbol }) => symbol));
}

/** Gives a new market the margin mode of an account that has one mode for all markets. */
function useAccountMode(
  at: number,
  { ledger, venue }: PaperAccount,
  { symbol, kind }: InstrumentRules,
) {
  const { marginMode } = ledger.notes();
  if (marginMode === undefined || kind === 'spot') return;
  const accountId = walletOf(venue, kind);
  ledger.run({ type: 'setMarginMode', at, accountId, symbol, marginMode });
}
