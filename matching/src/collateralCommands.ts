import type { Account } from './account.ts';
import { ppmWhole } from './amounts.ts';
import type { Command } from './commands.ts';
import { allOpen, type Core, marketOf } from './core.ts';
import { openPositions } from './margins.ts';
import type { Reason } from './reasons.ts';

type Of<T extends Command['type']> = Extract<Command, { type: T }>;

/**
 * Sets the rates, and liquidates an account that they no longer keep. An asset in use stays in the
 * collateral, and positions of the account are cross from then on.
 */
export function setCollateral(core: Core, command: Of<'setCollateral'>): Reason | undefined {
  const account = core.accounts.get(command.accountId);
  if (!account) return 'UNKNOWN_ACCOUNT';
  const rates = ratesOf(command);
  if (!rates) return 'BAD_RATE';
  const refusal = isolatedRefusal(core, account) ?? droppedRefusal(core, account, rates);
  if (refusal !== undefined) return refusal;
  for (const position of account.positions.values()) {
    if (rates.size === 0 || position.marginMode === 'cross') continue;
    position.marginMode = 'cross';
    position.updatedAt = core.at;
    core.touchedPositions.add(position);
  }
  account.collateral = rates.size === 0 ? undefined : rates;
  for (const asset of rates.keys()) core.movedPrices.add(asset);
  return undefined;
}

function ratesOf({ assets }: Of<'setCollateral'>): Map<string, bigint> | undefined {
  const rates = new Map<string, bigint>();
  for (const { asset, ratePpm } of assets) {
    const isRate = Number.isSafeInteger(ratePpm) && ratePpm >= 0 && ratePpm <= Number(ppmWhole);
    if (!isRate || rates.has(asset)) return undefined;
    rates.set(asset, BigInt(ratePpm));
  }
  return rates;
}

function isolatedRefusal(core: Core, { accountId }: Account): Reason | undefined {
  const isIsolated = openPositions(core, accountId).some(
    ({ position }) => position.marginMode === 'isolated',
  );
  return isIsolated ? 'POSITION_OPEN' : undefined;
}

/** Returns a refusal if the wallet of a dropped asset could not stand by itself from then on. */
function droppedRefusal(
  core: Core,
  { accountId, collateral, wallets }: Account,
  rates: ReadonlyMap<string, bigint>,
): Reason | undefined {
  const dropped = [...(collateral?.keys() ?? [])].filter((asset) => !rates.has(asset));
  if (dropped.length === 0) return undefined;
  if (openPositions(core, accountId).length > 0) return 'POSITION_OPEN';
  const isOfContract = allOpen(core, accountId).some(
    ({ symbol }) => !marketOf(core, symbol).instrument.isSpot,
  );
  if (isOfContract) return 'ORDERS_OPEN';
  const isOwed = [...wallets.values()].some(({ total }) => total < 0n);
  return isOwed ? 'BAD_COLLATERAL' : undefined;
}

export function givePrice(core: Core, { asset, price }: Of<'price'>): Reason | undefined {
  if (price <= 0n) return 'BAD_PRICE';
  if (core.prices.get(asset) === price) return undefined;
  core.prices.set(asset, price);
  core.movedPrices.add(asset);
  return undefined;
}
