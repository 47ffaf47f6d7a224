import { createEngine, type Engine, parseAmount } from '@windlass/matching';
import { assert } from '../../../kit/assert.ts';
import type { Balances } from '../../model/account.ts';

/** How the first balances are laid out. */
export interface FirstWallets {
  /** Of the venue, whether anything is in them or not. */
  readonly names: readonly string[];
  /** Portfolio margin: the first wallet serves all, and knows what contracts brought. */
  readonly isJoined: boolean;
}

/** An engine with the account's first balances, one engine account a wallet. */
export function createFirstEngine(balances: Balances, { names, isJoined }: FirstWallets): Engine {
  const engine = createEngine('feed');
  const wallets = isJoined ? names : new Set([...names, ...Object.keys(balances)]);
  for (const accountId of wallets) engine.apply({ type: 'openAccount', at: 0, accountId });
  for (const [name, assets] of Object.entries(balances)) {
    const accountId = isJoined ? (names[0] ?? name) : name;
    const part = isJoined ? partOf(name) : undefined;
    for (const [asset, text] of Object.entries(assets)) {
      const amount = parseAmount(text);
      assert(amount !== undefined && amount >= 0n, `${asset} ${text} is a first balance`);
      if (amount > 0n) deposit(engine, { accountId, asset, amount, part });
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
  { part, ...to }: { accountId: string; asset: string; amount: bigint; part: Part },
): void {
  engine.apply({ type: 'deposit', at: 0, ...to, ...(part && { part }) });
}

/**
 * Moves what an account of an earlier version had in a wallet of contracts into the one that serves
 * all; false while it has positions or orders there.
 */
export function joinWallets(engine: Engine, into: string): boolean {
  for (const name of ['swap', 'future']) {
    const isOpen = engine.positions(name).some(({ lots }) => lots !== 0);
    if (isOpen || engine.openOrders(name).length > 0) return false;
  }
  for (const name of ['swap', 'future']) {
    for (const { asset, total: amount } of engine.wallets(name)) {
      if (amount <= 0n) continue;
      deposit(engine, { accountId: name, asset, amount: -amount, part: undefined });
      deposit(engine, { accountId: into, asset, amount, part: partOf(name) });
    }
  }
  return true;
}
