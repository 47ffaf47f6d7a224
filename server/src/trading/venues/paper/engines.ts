import { createEngine, type Engine, parseAmount, type Wallet } from '@windlass/matching';
import { assert } from '../../../kit/assert.ts';
import type { Balances } from '../../model/account.ts';
import type { PaperVenue } from '../paperPort.ts';

/** How the first balances are laid out. */
export interface FirstWallets {
  /** Of the venue, whether anything is in them or not. */
  readonly names: readonly string[];
  /** Portfolio margin: the first wallet serves all, and knows what contracts brought. */
  readonly isJoined: boolean;
  /** Contracts are held both ways. */
  readonly isHedged: boolean;
}

/** An engine with the account's first balances, one engine account a wallet. */
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

/** What a wallet of contracts had counts as brought by them. */
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

/** Wallets that portfolio margin has in its first one. */
const contractWallets = ['swap', 'future'] as const;

/**
 * Moves what an account of an earlier version had in a wallet of contracts into the one that serves
 * all, with the leverage set there; not while it has positions or orders in it.
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
      // What was set since it was joined counts.
      if (engine.positions(into).some((each) => each.symbol === symbol)) continue;
      engine.apply({ type: 'setLeverage', at, accountId: into, symbol, leverage });
      joining = 'moved';
    }
  }
  return joining;
}

/** What an account with portfolio margin has, also while its wallets are not joined yet. */
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
