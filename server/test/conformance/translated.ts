import type { MatrixCell, OrderType, Side } from './matrix.ts';

/** Market orders that an exchange does not have, as the limit orders that never rest. */
const boundedIoc: Partial<Readonly<Record<OrderType, OrderType>>> = {
  market: 'limit',
  stop_loss: 'stop_loss_limit',
  take_profit: 'take_profit_limit',
};

interface Translation {
  readonly venue: string;
  readonly marketType: MatrixCell['marketType'];
  readonly sides: readonly Side[];
  /** For users, at the end of docs/venues.md. */
  readonly why: string;
}

/*
 * Orders that an exchange has in a different form: they arrive there as immediate-or-cancel limit
 * orders at the worst price that they may have. All others arrive unchanged.
 * `live/translated.test.ts` compares it with what simulated exchanges understood.
 */
const translations: readonly Translation[] = [
  {
    venue: 'gateio',
    marketType: 'spot',
    sides: ['buy'],
    why: 'its market orders on spot buy for an amount of the quote, not for a quantity',
  },
  {
    venue: 'hyperliquid',
    marketType: 'swap',
    sides: ['buy', 'sell'],
    why: 'it has no market orders',
  },
];

/** Returns the form in which an order arrives; undefined when it arrives unchanged. */
export function translationOf(
  { venue, marketType }: Pick<Translation, 'venue' | 'marketType'>,
  type: string,
  side: Side,
): { readonly as: OrderType; readonly why: string } | undefined {
  const found = translations.find(
    (each) => each.venue === venue && each.marketType === marketType && each.sides.includes(side),
  );
  const [, as] = Object.entries(boundedIoc).find(([name]) => name === type) ?? [];
  return found && as && { as, why: found.why };
}
