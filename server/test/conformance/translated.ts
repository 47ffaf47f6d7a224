import type { MatrixCell, OrderType, Side } from './matrix.ts';

/** Market orders that an exchange has not, as the limit orders that never rest. */
const boundedIoc: Partial<Readonly<Record<OrderType, OrderType>>> = {
  market: 'limit',
  stop_loss: 'stop_loss_limit',
  take_profit: 'take_profit_limit',
};

interface Translation {
  readonly venue: string;
  readonly marketType: MatrixCell['marketType'];
  readonly sides: readonly Side[];
  /** For users, at the foot of docs/venues.md. */
  readonly why: string;
}

/*
 * Orders that an exchange has in other words than ours: they arrive there as immediate-or-cancel
 * limit orders at the worst price that they may have. All others arrive as what they are.
 * `live/translated.test.ts` holds it against what simulated exchanges understood.
 */
const translations: readonly Translation[] = [
  {
    ...{ venue: 'gateio', marketType: 'spot', sides: ['buy'] },
    why: 'its market orders on spot buy for an amount of the quote, not for a quantity',
  },
  {
    ...{ venue: 'hyperliquid', marketType: 'swap', sides: ['buy', 'sell'] },
    why: 'it has no market orders',
  },
];

/** How an order arrives; undefined where it arrives as what it is. */
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
