import { createEngine, type Engine, parseAmount, type Wallet } from '@windlass/matching';
import { assert } from '../../../kit/assert.ts';
import type { Balances } from '../../model/account.ts';
import type { PaperVenue } from '../paperPort.ts';

/** Layout of the first balances. */
export interface FirstWallets {
  /** Names of the venue's wallets, empty ones too. */
  readonly names: readonly string[];
  /**
   * True with portfolio margin: the first wallet serves all, and counts the profit of contracts.
   */
  readonly isJoined: boolean;
  /** True in hedge mode. */
  readonly isHedged: boolean;
}

/** Returns an engine with the account's first balances; each wallet is an engine account. */
export function createFirstEngine(balances: Balances, first: FirstWallets): Engine {
  const { names, isJoined, isHedged } = first;
  const engine = createEngine('feed');
  const wallets = isJoined ? names : new Set([...names, ...Object.keys(balances)]);
  for (const accountId of wallets) {
    engine.apply({ type: 'openAccount', at: 0, accountId });
    if (isHedged) engine.apply({ type: 'setPositionMode', at: 0, accountId, isHedged });
  }
  for (const [name, assets] of Object.entries(balances)) {
    const accountId = isJoined ? (names[0] ?? name) : name;
    const part = isJoined ? partOf(name) : undefined;
    for (const [asset, text] of Object.entries(assets)) {
      const amount = parseAmount(text);
      assert(amount !== undefined && amount >= 0n, `${asset} ${text} is a first balance`);
      if (amount > 0n) deposit(engine, { at: 0, accountId, asset, amount, part });
    }
  }
  return engine;
}

type Part = 'linear' | 'inverse' | undefined;

/** Returns the kind of contracts whose profit a contract wallet's balance counts as. */
function partOf(wallet: string): Part {
  if (wallet === 'swap') return 'linear';
  return wallet === 'future' ? 'inverse' : undefined;
}

function deposit(
  engine: Engine,
  { part, ...to }: { at: number; accountId: string; asset: string; amount: bigint; part: Part },
): void {
  engine.apply({ type: 'deposit', ...to, ...(part && { part }) });
}

/** Wallets that portfolio margin merges into its first one. */
const contractWallets = ['swap', 'future'] as const;

/**
 * Moves the contract wallets of an account of an earlier version into the one that serves all, with
 * the leverage set there. Does nothing while they have positions or orders.
 */
export function joinWallets(
  engine: Engine,
  into: string,
  at: number,
): 'open' | 'moved' | 'nothing' {
  for (const name of contractWallets) {
    const isOpen = engine.positions(name).some(({ lots }) => lots !== 0);
    if (isOpen || engine.openOrders(name).length > 0) return 'open';
  }
  let joining: 'moved' | 'nothing' = 'nothing';
  for (const name of contractWallets) {
    for (const { asset, total: amount } of engine.wallets(name)) {
      if (amount <= 0n) continue;
      deposit(engine, { at, accountId: name, asset, amount: -amount, part: undefined });
      deposit(engine, { at, accountId: into, asset, amount, part: partOf(name) });
      joining = 'moved';
    }
    for (const { symbol, leverage } of engine.positions(name)) {
      // A leverage that was set after the wallets were joined takes precedence.
      if (engine.positions(into).some((each) => each.symbol === symbol)) continue;
      engine.apply({ type: 'setLeverage', at, accountId: into, symbol, leverage });
      joining = 'moved';
    }
  }
  return joining;
}

/** Returns the wallets of a portfolio margin account, also before they are joined. */
export function pooledWallets(engine: Engine, { wallets }: PaperVenue): Wallet[] {
  const sums = new Map<string, Wallet>();
  const names = new Set([...wallets.names.slice(0, 1), ...contractWallets]);
  for (const wallet of [...names].flatMap(engine.wallets)) {
    const { asset, total, reserved } = wallet;
    const sum = sums.get(asset);
    sums.set(asset, {
      ...(sum ?? wallet),
      total: (sum?.total ?? 0n) + total,
      reserved: (sum?.reserved ?? 0n) + reserved,
    });
  }
  return [...sums.values()];
}
