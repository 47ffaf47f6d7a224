import { fixedText } from '../../exchange/amounts.ts';
import type { Market } from '../../exchange/market.ts';
import type { Call } from '../call.ts';
import { notionalMax } from './account.ts';

/** Returns the steps in which larger positions need more margin. */
export function leverageBracket({ exchange, wallet, ...call }: Call): object[] {
  const one = call.optionalMarket();
  const [cap, floor] =
    wallet === 'coinm' ? ['qtyCap', 'qtyFloor'] : ['notionalCap', 'notionalFloor'];
  const of = ({ id, instrument }: Market) => ({
    symbol: id,
    brackets: instrument.tiers.map((tier, index) => ({
      bracket: index + 1,
      initialLeverage: tier.leverageMax ?? instrument.leverageMax,
      [cap]: tier.notionalMax === undefined ? Number(notionalMax) : whole(tier.notionalMax),
      [floor]: whole(instrument.tiers[index - 1]?.notionalMax ?? 0n),
      maintMarginRatio: Number(tier.ratePpm) / 1_000_000,
      // The engine counts the deduction in millionths.
      cum: whole(tier.deduction / 1_000_000n),
    })),
  });
  return (one ? [one] : exchange.markets(wallet)).map(of);
}

function whole(amount: bigint): number {
  return Number(fixedText(amount, 2));
}
