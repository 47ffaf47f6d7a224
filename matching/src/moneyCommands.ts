import type { Command, ContractKind } from './commands.ts';
import { accountOf, type Core, credit, walletOf } from './core.ts';
import { leavableOf, transferableOf } from './funds.ts';
import type { Reason } from './reasons.ts';

type Of<T extends Command['type']> = Extract<Command, { type: T }>;

export function deposit(core: Core, command: Of<'deposit'>): Reason | undefined {
  const { accountId, asset, amount, part } = command;
  if (!core.accounts.has(accountId)) return 'UNKNOWN_ACCOUNT';
  const isCovered = amount > 0n || leavableOf(core, accountId, asset) + amount >= 0n;
  if (amount === 0n || !isCovered) return 'BAD_AMOUNT';
  const wallet = walletOf(core, accountId, asset);
  credit(core, wallet, amount);
  if (part !== undefined) wallet.earned[part] += amount;
  return undefined;
}

export function transfer(core: Core, command: Of<'transfer'>): Reason | undefined {
  const { from, to, asset, amount } = command;
  if (!core.accounts.has(from) || !core.accounts.has(to)) return 'UNKNOWN_ACCOUNT';
  if (amount <= 0n || from === to) return 'BAD_AMOUNT';
  if (amount > transferableOf(core, from, asset)) return 'INSUFFICIENT_BALANCE';
  credit(core, walletOf(core, from, asset), -amount);
  credit(core, walletOf(core, to, asset), amount);
  core.events.push({ type: 'transferred', at: core.at, from, to, asset, amount });
  return undefined;
}

const contractKinds: readonly ContractKind[] = ['linear', 'inverse'];

/** Collects earnings. Losses stay counted: later profit has to make up for them first. */
export function collect(core: Core, command: Of<'collect'>): Reason | undefined {
  const { accountId, asset, kinds = contractKinds } = command;
  if (!core.accounts.has(accountId)) return 'UNKNOWN_ACCOUNT';
  for (const wallet of accountOf(core, accountId).wallets.values()) {
    if (asset !== undefined && wallet.asset !== asset) continue;
    const { earned } = wallet;
    const linear = kinds.includes('linear') ? positive(earned.linear) : 0n;
    const inverse = kinds.includes('inverse') ? positive(earned.inverse) : 0n;
    if (linear === 0n && inverse === 0n) continue;
    earned.linear -= linear;
    earned.inverse -= inverse;
    const collected = { accountId, asset: wallet.asset, linear, inverse };
    core.events.push({ type: 'collected', at: core.at, ...collected });
  }
  return undefined;
}

function positive(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}
