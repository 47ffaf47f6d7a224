import { type CollateralRate, parseAmount, wholeUnit } from '@windlass/matching';
import type { Clock } from '../../../kit/clock.ts';
import { addExact, exactly, formatExact, multiplyExact } from '../../../kit/exact.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { PaperRules, PaperVenue } from '../paperPort.ts';
import { symbolOf } from './bookings.ts';
import { walletOf } from './instruments.ts';
import type { Ledger } from './ledger.ts';
import type { PaperBook } from './ports.ts';
import type { Watches } from './watches.ts';

/**
 * The assets that together back the contracts of a portfolio margin account: their rates, and the
 * books that price the held assets. For any other account nothing happens here.
 */
export interface Collateral {
  /** Lets the assets back the contracts from now on; repeated calls change nothing. */
  begin(): void;
  /** Takes a changed wallet: the book of a coin is held as long as the account has some of it. */
  moved(asset: string, total: bigint): void;
  /** Takes the mid price of a book as the price of its coin. */
  shown(symbol: InstrumentSymbol, book: PaperBook | undefined): void;
  /** Prices every coin by its book as it is now. */
  look(): void;
  /** Does the same after waiting for the books that are being opened for a coin's first price. */
  ready(): Promise<void>;
  /** False while a coin counts as nothing because its price is unknown. */
  isPriced(): boolean;
}

type MarginRules = NonNullable<PaperRules['portfolioMargin']>;

/** The open account that this is a part of. */
interface Backed {
  readonly ledger: Ledger;
  readonly watches: Watches;
  readonly venue: PaperVenue;
}

interface CollateralDeps {
  readonly clock: Clock;
  /** Absent for an account without portfolio margin. */
  readonly rules: MarginRules | undefined;
  readonly backed: () => Backed;
}

export function createCollateral({ clock, rules, backed }: CollateralDeps): Collateral {
  const coins = new Map<string, InstrumentSymbol>();
  const bySymbol = new Map<InstrumentSymbol, string>();
  let hasBegun = false;
  const moved = (asset: string, total: bigint): void => {
    if (!rules || !hasBegun || !isPricedByBook(rules, asset)) return;
    const symbol = symbolOf(`${asset}/${rules.dollars[0]}`);
    const isHeld = coins.has(asset);
    if (total > 0n === isHeld) return;
    if (isHeld) {
      coins.delete(asset);
      bySymbol.delete(symbol);
      backed().watches.release(symbol);
    } else {
      coins.set(asset, symbol);
      bySymbol.set(symbol, asset);
      backed().watches.hold(symbol);
    }
  };
  const unpriced = (): InstrumentSymbol[] => {
    const { engine } = backed().ledger;
    return [...coins].flatMap(([asset, symbol]) =>
      engine.price(asset) === undefined ? [symbol] : [],
    );
  };
  const look = (): void => {
    // A new price may sell coins, which makes the list shorter.
    for (const symbol of [...coins.values()]) backed().watches.show(symbol);
  };
  return {
    moved,
    begin() {
      if (!rules || hasBegun) return;
      hasBegun = true;
      setRates(backed(), rules, clock.now());
      const { ledger, venue } = backed();
      for (const { asset, total } of ledger.engine.wallets(walletOf(venue, 'swap'))) {
        moved(asset, total);
      }
    },
    shown(symbol, book) {
      const asset = bySymbol.get(symbol);
      const price = asset === undefined ? undefined : middleOf(book);
      if (asset === undefined || price === undefined) return;
      backed().ledger.run({ type: 'price', at: clock.now(), asset, price });
    },
    look,
    async ready() {
      const { watches } = backed();
      const symbols = unpriced();
      for (const symbol of symbols) watches.retry(symbol);
      await Promise.all(symbols.map((symbol) => watches.ready(symbol)));
      look();
    },
    isPriced: () => unpriced().length === 0,
  };
}

function isPricedByBook({ collateral, dollars }: MarginRules, asset: string): boolean {
  return !dollars.includes(asset) && collateral.some((each) => each.asset === asset);
}

/** Sets the current rates. An asset that the engine refuses to drop stays until it is unused. */
function setRates({ ledger, venue }: Backed, { collateral, dollars }: MarginRules, at: number) {
  const accountId = walletOf(venue, 'swap');
  for (const asset of dollars) ledger.run({ type: 'price', at, asset, price: wholeUnit });
  if (isSame(ledger.engine.rates(accountId), collateral)) return;
  ledger.run({ type: 'setCollateral', at, accountId, assets: collateral });
  ledger.touch();
}

function isSame(rates: readonly CollateralRate[], others: readonly CollateralRate[]): boolean {
  const ppmOf = new Map(rates.map(({ asset, ratePpm }) => [asset, ratePpm]));
  return (
    rates.length === others.length &&
    others.every(({ asset, ratePpm }) => ppmOf.get(asset) === ratePpm)
  );
}

/** Returns the mid price in the engine's units; undefined when a side is missing. */
function middleOf(book: PaperBook | undefined): bigint | undefined {
  const [bid, ask] = [book?.bids(1)[0]?.[0], book?.asks(1)[0]?.[0]];
  if (bid === undefined || ask === undefined) return undefined;
  const middle = multiplyExact(addExact(exactly(bid), exactly(ask)), exactly(0.5));
  return parseAmount(formatExact(middle));
}
