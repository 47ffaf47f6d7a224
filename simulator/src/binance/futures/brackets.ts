import type { Market } from '../../exchange/market.ts';
import type { Call } from '../call.ts';
import { notionalMax } from './account.ts';

/** One bracket for every size: the simulator has no risk model. */
export function leverageBracket({ exchange, wallet, ...call }: Call): object[] {
  const one = call.optionalMarket();
  const [cap, floor] =
    wallet === 'coinm' ? ['qtyCap', 'qtyFloor'] : ['notionalCap', 'notionalFloor'];
  const of = ({ id, instrument }: Market) => ({
    symbol: id,
    brackets: [
      {
        ...{ bracket: 1, initialLeverage: instrument.leverageMax },
        ...{ [cap]: Number(notionalMax), [floor]: 0, maintMarginRatio: 0.004, cum: 0 },
      },
    ],
  });
  return (one ? [one] : exchange.markets(wallet)).map(of);
}
