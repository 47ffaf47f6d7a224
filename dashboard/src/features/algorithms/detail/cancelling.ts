import {
  type AlgorithmChildWire,
  type AlgorithmDetailsWire,
  algorithmContract,
} from '@windlass/contract';
import { formatCount, formatQuantity } from '../../../shared/format.ts';
import { partsOf } from '../../../shared/symbol.ts';
import { filledOf, heldOf } from './fills.ts';

const live: readonly AlgorithmChildWire['status'][] = ['intended', 'pending', 'open', 'unknown'];

/** Returns the children that may still fill. */
export function liveChildren({ child_orders: children }: AlgorithmDetailsWire) {
  return children.filter(({ status }) => live.includes(status));
}

/** Returns the effects of cancelling, in sentences. */
export function cancelWords(details: AlgorithmDetailsWire): string {
  const resting = liveChildren(details).length;
  const orders = `its ${formatCount(resting)} resting ${resting === 1 ? 'order' : 'orders'}`;
  const first = resting === 0 ? 'Nothing of it rests now.' : `Cancels ${orders}.`;
  return `${first} ${restWords(details)}`;
}

function restWords(details: AlgorithmDetailsWire): string {
  const { symbol, side, progress } = details;
  const count = details.algorithm_type === 'funding_arb' ? heldOf : filledOf;
  const [first, second] = ([0, 1] as const).map((leg) => formatQuantity(count(details, leg)));
  const other = otherSymbol(details);
  const [opened, hedged] = side === 'buy' ? ['bought', 'sold'] : ['sold', 'bought'];
  const { base } = partsOf(symbol);
  switch (details.algorithm_type) {
    case 'spread':
      return (
        'Makes its legs equal, then ends it for good. What has filled stays, hedged: ' +
        `${first} ${symbol} ${opened} against ${second} ${other} ${hedged}.`
      );
    case 'funding_arb':
      return (
        'Then gives both legs back step by step, at the prices of the market, and ends it for ' +
        `good: sells ${first} ${symbol} and buys back ${second} ${other}.`
      );
    default: {
      const rest = formatQuantity(progress.remaining_quantity);
      const filled = formatQuantity(progress.filled_quantity);
      const stays =
        progress.filled_quantity === 0
          ? 'Nothing has filled.'
          : `The ${filled} ${base} that were ${opened} stay ${opened}.`;
      return `Ends it for good: the remaining ${rest} ${base} are not ${opened}. ${stays}`;
    }
  }
}

export function otherSymbol(details: AlgorithmDetailsWire): string {
  const [, second] = algorithmContract(details.algorithm_type).legs ?? [];
  const symbol = second && details.params[second.symbol];
  return typeof symbol === 'string' ? symbol : '';
}
