import { wholeUnit } from '@windlass/matching';
import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../exchange/market.ts';
import { positionAmounts } from '../exchange/positions.ts';
import { priceOf } from '../exchange/prices.ts';
import type { Account } from '../exchange/records.ts';
import { accountOf } from './call.ts';
import { moneyText, numberText } from './numbers.ts';
import { type Fields, readAddress } from './reading.ts';
import type { Signers } from './signers.ts';
import { wallet } from './traits.ts';

const leverageMaxDefault = 40;

/** Returns the margin of an account's perpetuals, and its positions. */
export function clearinghouseState(exchange: Exchange, { user }: Fields): object {
  const account = accountOf(exchange, readAddress(user));
  const held = account ? holdingsOf(exchange, account) : [];
  const sum = (part: (holding: Holding) => bigint) =>
    held.reduce((all, holding) => all + part(holding), 0n);
  const { total, reserved } = moneyOf(exchange, account);
  const value = total + sum(({ unrealised }) => unrealised);
  const summary = {
    accountValue: moneyText(value),
    totalNtlPos: moneyText(sum(({ worth }) => worth)),
    totalRawUsd: moneyText(value - sum(({ notional }) => notional)),
    totalMarginUsed: moneyText(sum(({ margin }) => margin)),
  };
  const free = value - reserved;
  return {
    marginSummary: summary,
    crossMarginSummary: summary,
    crossMaintenanceMarginUsed: moneyText(sum(({ maintenance }) => maintenance)),
    withdrawable: moneyText(free > 0n ? free : 0n),
    assetPositions: held.map(({ position }) => ({ type: 'oneWay', position })),
    time: exchange.now(),
  };
}

/** Returns the spot wallet, which trades nothing here. */
export function spotClearinghouseState(exchange: Exchange, { user }: Fields): object {
  const account = accountOf(exchange, readAddress(user));
  const wallets = account ? exchange.accounts.wallets(account, 'spot') : [];
  return {
    balances: wallets.map(({ asset, total, reserved }, token) => ({
      coin: asset,
      token,
      total: numberText(total),
      hold: numberText(reserved),
      entryNtl: '0.0',
    })),
  };
}

/** Returns an address's role; an agent's names the account that approved it. */
export function userRole(
  { exchange, signers }: { readonly exchange: Exchange; readonly signers: Signers },
  { user }: Fields,
): object {
  const address = readAddress(user);
  const led = accountOf(exchange, address)?.ledBy;
  if (led) {
    const { as: role, address: master } = led;
    return role === 'vault' ? { role } : { role, data: { master: master.toLowerCase() } };
  }
  const account = signers.accountOf(address);
  if (!account) return { role: 'missing' };
  const own = account.apiKey.toLowerCase();
  return own === address ? { role: 'user' } : { role: 'agent', data: { user: own } };
}

/** Returns the details of a vault; null for any other address. */
export function vaultDetails(exchange: Exchange, { vaultAddress }: Fields): object | null {
  const address = readAddress(vaultAddress);
  const led = accountOf(exchange, address)?.ledBy;
  if (led?.as !== 'vault') return null;
  return {
    name: 'A vault',
    vaultAddress: address,
    leader: led.address.toLowerCase(),
    description: '',
    apr: 0,
    leaderFraction: 1,
    leaderCommission: 0.1,
    followers: [],
    isClosed: false,
    allowDeposits: true,
    relationship: { type: 'normal' },
  };
}

/** Perpetuals take their margin from a wallet of their own. */
export function userAbstraction(_: Exchange, { user }: Fields): string {
  readAddress(user);
  return 'disabled';
}

function moneyOf(exchange: Exchange, account: Account | undefined) {
  const wallets = account ? exchange.accounts.wallets(account, wallet) : [];
  return wallets.find(({ asset }) => asset === 'USDC') ?? { total: 0n, reserved: 0n };
}

interface Holding {
  readonly position: object;
  readonly notional: bigint;
  readonly worth: bigint;
  readonly unrealised: bigint;
  readonly margin: bigint;
  readonly maintenance: bigint;
}

function holdingsOf(exchange: Exchange, account: Account): readonly Holding[] {
  return exchange.markets(wallet).flatMap((market) => holdingOf(exchange, account, market) ?? []);
}

function holdingOf(exchange: Exchange, account: Account, market: Market): Holding | undefined {
  const { accounts, prices } = exchange;
  const held = accounts.position(account, market);
  const amounts = positionAmounts(market, held, prices.markPrice(market));
  const risk = accounts.risk(account, market);
  const { quantity, notional, unrealised, margin, entryPrice } = amounts;
  if (!held || !risk || quantity === 0n) return undefined;
  const liquidation = risk.liquidationTicks;
  // A value above zero was paid.
  const paid = moneyText(-held.funding);
  const worth = notional < 0n ? -notional : notional;
  return {
    notional,
    worth,
    unrealised,
    margin,
    maintenance: risk.maintenance,
    position: {
      coin: market.id,
      szi: numberText(quantity),
      leverage: { type: held.marginMode, value: held.leverage },
      entryPx: moneyText(entryPrice),
      positionValue: moneyText(worth),
      unrealizedPnl: moneyText(unrealised),
      returnOnEquity: margin === 0n ? '0.0' : numberText((unrealised * wholeUnit) / margin),
      liquidationPx: liquidation === undefined ? null : numberText(priceOf(market, liquidation)),
      marginUsed: moneyText(margin),
      maxLeverage: market.definition.leverageMax ?? leverageMaxDefault,
      cumFunding: { allTime: paid, sinceOpen: paid, sinceChange: paid },
    },
  };
}
