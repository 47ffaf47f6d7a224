import type { BookLevel, Command } from '../../../src/commands.ts';
import type { EngineEvent } from '../../../src/events.ts';

type Filled = Extract<EngineEvent, { type: 'filled' }>;

interface SideLiquidity {
  levels: readonly BookLevel[];
  readonly left: Map<number, number>;
}

/**
 * Follows the lots that the feed's levels can still give. A taker's fill names its level; a maker
 * that the market passed is served from the best level on, as the market would have done.
 */
export function createLiquidityAudit(): {
  check(command: Command, fills: readonly Filled[]): string[];
} {
  const bySide = new Map<string, SideLiquidity>();
  const sideOf = (symbol: string, taker: 'buy' | 'sell') => {
    const key = `${symbol} ${taker}`;
    const known = bySide.get(key) ?? { levels: [], left: new Map() };
    bySide.set(key, known);
    return known;
  };
  const show = (side: SideLiquidity, levels: readonly BookLevel[]) => {
    if (levels.length > 0) {
      const before = new Map(side.levels);
      for (const ticks of before.keys()) {
        if (!levels.some(([each]) => each === ticks)) side.left.delete(ticks);
      }
      for (const [ticks, visible] of levels) {
        const grown = visible - (before.get(ticks) ?? 0);
        const left = side.left.get(ticks) ?? 0;
        side.left.set(
          ticks,
          grown > 0 ? left + grown : Math.min(visible, Math.max(0, left + grown)),
        );
      }
      side.levels = levels;
    }
  };
  const use = (side: SideLiquidity, ticks: number, count: number): string[] => {
    const left = (side.left.get(ticks) ?? 0) - count;
    side.left.set(ticks, left);
    return left < 0 ? [`${ticks} gave ${-left} lots it did not have`] : [];
  };
  return {
    check: (command, fills) => {
      if (command.type === 'book') {
        show(sideOf(command.symbol, 'buy'), command.asks);
        show(sideOf(command.symbol, 'sell'), command.bids);
      }
      let traded = 0;
      const wrong = fills.flatMap(({ order, fill }) => {
        const side = sideOf(order.symbol, order.side);
        if (fill.liquidity === 'taker') return use(side, fill.ticks, fill.lots);
        if (command.type === 'trade') traded += fill.lots;
        if (command.type !== 'book') return [];
        const reach = order.side === 'buy' ? 1 : -1;
        const met = side.levels.find(
          ([ticks]) => (side.left.get(ticks) ?? 0) > 0 && ((order.price ?? 0) - ticks) * reach >= 0,
        );
        return met ? use(side, met[0], fill.lots) : ['a maker filled without anybody to fill it'];
      });
      if (command.type === 'trade' && traded > command.lots) wrong.push('a trade given twice');
      return wrong;
    },
  };
}
