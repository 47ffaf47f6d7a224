import type { Engine, EngineEvent } from '@windlass/matching';
import type { BookNews } from './bookNews.ts';
import { engineId } from './engineId.ts';
import type { Incomes } from './income.ts';
import type { Market } from './market.ts';
import type { Prices } from './prices.ts';
import type { Account } from './records.ts';
import type { Registry } from './registry.ts';
import type { Sequences } from './sequences.ts';
import type { Traits } from './traits.ts';

/** The state that the parts of an exchange share. */
export interface Core {
  readonly engine: Engine;
  readonly traits: Traits;
  readonly registry: Registry;
  readonly prices: Prices;
  readonly incomes: Incomes;
  readonly bookNews: BookNews;
  readonly sequences: Sequences;
  now(): number;
  nextId(): number;
  /** Updates records and prices from the engine's events. */
  follow(events: readonly EngineEvent[]): void;
}

/** Opens an account's wallet in the engine at its first use; an account has every wallet. */
export function openWallet(core: Core, account: Account, { wallet }: Market): string {
  const { engine, now } = core;
  const accountId = engineId(account, wallet);
  engine.apply({ type: 'openAccount', at: now(), accountId });
  const isHedged = account.isHedged && hedges(core, wallet);
  if (isHedged !== engine.isHedged(accountId)) {
    engine.apply({ type: 'setPositionMode', at: now(), accountId, isHedged });
  }
  return accountId;
}

/** True when an account has two positions of a contract instead of one. */
export function holdsBothWays(core: Core, { isHedged }: Account, market: Market): boolean {
  const { isSpot, rules } = market.instrument;
  return isHedged && !isSpot && rules.isOneWay !== true && hedges(core, market.wallet);
}

function hedges({ traits }: Core, wallet: string): boolean {
  return traits.hedgedWallets?.includes(wallet) === true;
}
