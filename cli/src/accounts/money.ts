import type { MarketTypeWord } from '@windlass/contract';
import { exitCodes } from '../failures.ts';
import { formatAmount, formatKnown, formatUsd } from '../figures.ts';
import type { CliIo } from '../io.ts';
import { type GlobalOptions, openClient } from '../settings.ts';
import { toSymbolName } from '../symbol.ts';
import { renderPairs, withHeader } from '../table.ts';
import { createPaint, hasColours } from '../text.ts';
import { writeJson } from '../vaults/report.ts';

export interface BalanceOptions extends GlobalOptions {
  readonly marketType?: MarketTypeWord;
}

export interface PositionOptions extends GlobalOptions {
  readonly marketType?: 'swap' | 'future';
  readonly symbol?: string;
}

export interface LeverageOptions extends GlobalOptions {
  readonly marketType?: 'swap' | 'future';
}

/** Prints the balances of an account in a wallet. Assets with a balance of zero are omitted. */
export async function showBalance(id: string, options: BalanceOptions, io: CliIo): Promise<number> {
  const balance = await openClient(options, io).getBalance({
    exchange_account_id: id,
    market_type: options.marketType,
  });
  const { free, used, total } = balance;
  const rows = Object.entries(total)
    .filter(([, amount]) => amount !== 0)
    .map(([asset, amount]) => [
      asset,
      formatKnown(free[asset] ?? null),
      formatKnown(used[asset] ?? null),
      formatAmount(amount),
    ]);
  const header = ['ASSET', 'FREE', 'USED', 'TOTAL'];
  if (options.json) writeJson(balance, io);
  else if (rows.length === 0) io.stdout.write('no balances\n');
  else io.stdout.write(withHeader(header, rows, createPaint(hasColours(io))));
  return exitCodes.ok;
}

/** Prints the open positions of an account. */
export async function showPositions(
  id: string,
  options: PositionOptions,
  io: CliIo,
): Promise<number> {
  const { positions } = await openClient(options, io).listPositions({
    exchange_account_id: id,
    market_type: options.marketType,
    symbol: options.symbol === undefined ? undefined : toSymbolName(options.symbol),
  });
  const rows = positions.map((position) => [
    position.symbol,
    position.side,
    formatAmount(position.contracts * position.contract_size),
    formatKnown(position.entry_price),
    formatKnown(position.mark_price),
    formatKnown(position.notional),
    formatKnown(position.unrealized_pnl),
    position.leverage === null ? '' : `${formatAmount(position.leverage)}x`,
    position.margin_mode ?? '',
    formatKnown(position.liquidation_price),
  ]);
  const header = ['SYMBOL', 'SIDE', 'SIZE', 'ENTRY', 'MARK', 'NOTIONAL', 'PNL', 'LEVERAGE'];
  const columns = [...header, 'MARGIN', 'LIQUIDATION'];
  if (options.json) writeJson(positions, io);
  else if (rows.length === 0) io.stdout.write('no open positions\n');
  else io.stdout.write(withHeader(columns, rows, createPaint(hasColours(io))));
  return exitCodes.ok;
}

/** Sets the leverage of a market if one is given, and prints the result. */
export async function showLeverage(
  { id, symbol, leverage }: { id: string; symbol: string; leverage: number | undefined },
  options: LeverageOptions,
  io: CliIo,
): Promise<number> {
  const client = openClient(options, io);
  const market = {
    exchange_account_id: id,
    symbol: toSymbolName(symbol),
    market_type: options.marketType,
  };
  if (leverage !== undefined) await client.setLeverage({ ...market, leverage });
  const found = await client.getLeverage(market);
  const { leverage: is, margin_mode: mode, position_side: side, position_size: size } = found;
  const fields = renderPairs([
    ['account', `${found.exchange_account_id} (${found.exchange})`],
    ['symbol', found.symbol],
    ['leverage', is === null ? 'not told' : `${formatAmount(is)}x`],
    ['margin mode', mode ?? 'not told'],
    ['position', side === null ? 'none' : `${side} ${formatAmount(size)}`],
    ['notional', formatAmount(found.notional)],
    ['unrealized pnl', formatAmount(found.unrealized_pnl)],
  ]);
  if (options.json) writeJson(found, io);
  else io.stdout.write(fields);
  return exitCodes.ok;
}

/** Prints how much of its daily limit an account has used. */
export async function showDailyLimit(
  id: string,
  options: GlobalOptions,
  io: CliIo,
): Promise<number> {
  const limit = await openClient(options, io).getDailyLimit({ exchange_account_id: id });
  const fields = renderPairs([
    ['account', limit.exchange_account_id],
    ['day', `${limit.date} (UTC)`],
    ['limit', formatUsd(limit.limit_usd)],
    ['used', `${formatUsd(limit.used_usd)} (${formatAmount(limit.pct_used)} %)`],
    ['remaining', formatUsd(limit.remaining_usd)],
    ['orders', String(limit.order_count)],
  ]);
  if (options.json) writeJson(limit, io);
  else io.stdout.write(fields);
  return exitCodes.ok;
}
