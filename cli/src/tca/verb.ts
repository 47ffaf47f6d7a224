import { fetchTcaPage } from '@windlass/client';
import type { MarkoutHorizon } from '@windlass/contract';
import { CommandError, UsageError } from '../failures.ts';
import type { CliIo } from '../io.ts';
import { clientOptions, type GlobalOptions, openClient } from '../settings.ts';
import { toSymbolName } from '../symbol.ts';
import { createPaint, hasColours, printable } from '../text.ts';
import { writeJson } from '../vaults/report.ts';
import { renderCosts } from './format.ts';

export interface TcaOptions extends GlobalOptions {
  readonly marketType: 'swap' | 'spot';
  readonly symbol?: string;
  readonly days?: number;
  /** Epoch ms, as the next field. */
  readonly start?: number;
  readonly end?: number;
  readonly horizon: MarkoutHorizon;
  readonly html?: string;
}

/** Shows the report of an account: as text, as JSON, or as a page in a file. */
export async function showCosts(account: string, options: TcaOptions, io: CliIo): Promise<void> {
  const { html: path, json = false, marketType, horizon } = options;
  if (path !== undefined && json) throw new UsageError('Give --json or --html, not both.');
  const query = {
    exchange_account_id: account,
    market_type: marketType,
    horizon,
    symbol: options.symbol === undefined ? undefined : toSymbolName(options.symbol),
    ...windowOf(options, io),
  };
  if (path !== undefined) {
    const page = await fetchTcaPage(query, clientOptions(options, io));
    const problem = io.machine.writeText(path, page);
    if (problem !== undefined) throw new CommandError(`${path} cannot be written: ${problem}.`);
    io.stdout.write(`Wrote ${printable(path)}.\n`);
    return;
  }
  const report = await openClient(options, io).getTcaReport(query);
  if (json) writeJson(report, io);
  else io.stdout.write(renderCosts(report, createPaint(hasColours(io)), io.stdout.columns));
}

const dayMs = 86_400_000;

/** Returns the window. The service fills in what is left out. */
function windowOf({ days, start, end }: TcaOptions, io: CliIo) {
  if (days === undefined) return { start, end };
  if (start !== undefined) throw new UsageError('Give --days or --start, not both.');
  const endMs = end ?? io.runtime.now();
  return { start: Math.max(0, endMs - days * dayMs), end: endMs };
}
