import { amountText, type PositionRisk } from '@windlass/matching';
import type { Account } from '../../model/account.ts';
import type { PaperRules } from '../paperPort.ts';
import type {
  PortfolioMargin,
  PortfolioMarginAsset,
  PortfolioMarginTotals,
  VenueResult,
} from '../perpsPort.ts';
import { VenueUnavailableError } from '../venuePort.ts';
import { readSettled, type SessionDeps } from './answers.ts';
import { walletOf } from './instruments.ts';
import { rejected, tellDesk } from './telling.ts';
import type { Desk } from './types.ts';

type MarginRules = NonNullable<PaperRules['portfolioMargin']>;

/** One wallet for all markets, told as if what contracts brought lay in wallets of its own. */
export function createPaperPortfolioMargin(
  { venue }: Account,
  deps: SessionDeps,
  { uncollected, dollars }: MarginRules,
): PortfolioMargin {
  return {
    balances: (signal) => readSettled(deps, signal, (desk) => balancesOf(joined(desk))),
    totals: (signal) => readSettled(deps, signal, (desk) => totalsOf(joined(desk), dollars)),
    collectAll: (signal) =>
      tellDesk<VenueResult>(deps, signal, (desk) => {
        const assets = walletsOf(joined(desk))
          .filter(({ asset, earned }) => asset !== uncollected || earned.linear <= 0n)
          .map(({ asset }) => asset);
        const amounts = assets.flatMap((asset) => collect(desk, asset, deps.clock.now()));
        return { kind: 'done', result: { collected: Object.fromEntries(amounts) } };
      }),
    collect: (asset, signal) =>
      tellDesk<VenueResult>(deps, signal, (desk) => {
        if (asset === uncollected) {
          const message = `${venue} does not collect ${asset}: it stays in the wallet of contracts`;
          return rejected('INVALID', message);
        }
        const amounts = collect(joined(desk), asset, deps.clock.now());
        const message = `There is nothing of ${asset} to collect.`;
        if (amounts.length === 0) return { kind: 'done', result: { collected: {}, message } };
        return { kind: 'done', result: { collected: Object.fromEntries(amounts) } };
      }),
  };
}

/** An account that was made before it had one wallet, and has something open. */
function joined(desk: Desk): Desk {
  if (desk.isJoined) return desk;
  throw new VenueUnavailableError(
    'The account has two wallets until its positions and orders of contracts are closed.',
  );
}

function walletsOf({ ledger, venue }: Desk) {
  return ledger.engine.wallets(walletOf(venue, 'swap'));
}

function balancesOf(desk: Desk): PortfolioMarginAsset[] {
  return walletsOf(desk).map(({ asset, total, reserved, earned }) => {
    const { linear, inverse } = earned;
    const cross = total - linear - inverse;
    const unrealised = unrealisedOf(desk, asset);
    // Margin is held in the whole wallet: more than there is of it cannot be locked here.
    const locked = lower(reserved, cross > 0n ? cross : 0n);
    return {
      asset,
      totalWalletBalance: amountText(total),
      crossMarginAsset: amountText(cross),
      crossMarginFree: amountText(cross - locked),
      crossMarginLocked: amountText(locked),
      crossMarginBorrowed: '0',
      crossMarginInterest: '0',
      umWalletBalance: amountText(linear),
      umUnrealizedPNL: amountText(unrealised.linear),
      cmWalletBalance: amountText(inverse),
      cmUnrealizedPNL: amountText(unrealised.inverse),
      negativeBalance: amountText(lower(total, 0n)),
    };
  });
}

function unrealisedOf(desk: Desk, asset: string) {
  const unrealised = { linear: 0n, inverse: 0n };
  for (const { risk, isInverse } of risksOf(desk, asset)) {
    unrealised[isInverse ? 'inverse' : 'linear'] += risk.unrealised;
  }
  return unrealised;
}

interface Standing {
  readonly risk: PositionRisk;
  readonly isInverse: boolean;
}

/** Of the open positions that settle in the asset. */
function risksOf({ ledger, venue }: Desk, asset: string): Standing[] {
  const { engine } = ledger;
  const accountId = walletOf(venue, 'swap');
  return engine.positions(accountId).flatMap(({ symbol }) => {
    const instrument = engine.instrument(symbol);
    const risk = engine.risk(accountId, symbol);
    if (!risk || instrument?.settle !== asset) return [];
    return [{ risk, isInverse: instrument.isInverse }];
  });
}

/** Of the linear contracts, whose assets count as a dollar each. */
function totalsOf(desk: Desk, dollars: readonly string[]): PortfolioMarginTotals {
  const { engine } = desk.ledger;
  const accountId = walletOf(desk.venue, 'swap');
  const risks = dollars
    .flatMap((asset) => risksOf(desk, asset))
    .filter(({ isInverse }) => !isInverse)
    .map(({ risk }) => risk);
  const wallet = sum(
    walletsOf(desk)
      .filter(({ asset }) => dollars.includes(asset))
      .map(({ earned }) => earned.linear),
  );
  const unrealised = sum(risks.map((risk) => risk.unrealised));
  const usable = sum(dollars.map((asset) => engine.transferable(accountId, asset)));
  return {
    totalInitialMargin: amountText(sum(risks.map((risk) => risk.initialMargin))),
    totalMaintMargin: amountText(sum(risks.map((risk) => risk.maintenance))),
    totalWalletBalance: amountText(wallet),
    totalUnrealizedProfit: amountText(unrealised),
    totalMarginBalance: amountText(wallet + unrealised),
    availableBalance: amountText(usable),
    maxWithdrawAmount: amountText(usable),
  };
}

/** What was moved of an asset, with its name; nothing when there was nothing. */
function collect(desk: Desk, asset: string, at: number): [string, string][] {
  const { ledger, venue } = desk;
  const accountId = walletOf(venue, 'swap');
  const events = ledger.run({ type: 'collect', at, accountId, asset });
  return events.flatMap((event): [string, string][] =>
    event.type === 'collected' ? [[asset, amountText(event.linear + event.inverse)]] : [],
  );
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, each) => total + each, 0n);
}

function lower(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
