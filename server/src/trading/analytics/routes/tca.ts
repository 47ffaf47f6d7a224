import { tcaEndpoints } from '@windlass/contract';
import { answerPage, type Binding, bind } from '../../../http/bind.ts';
import type { Clock } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import { type Accounts, requireReach } from '../../accounts/index.ts';
import { type InstrumentSymbol, parseSymbol, symbolParts } from '../../model/symbol.ts';
import type { Analytics } from '../analytics.ts';
import { toTcaReportWire } from '../tca/wire.ts';
import { renderReport } from './page/report.ts';

const dayMs = 86_400_000;
/** Trading §4.4. */
const windowMsUsual = 30 * dayMs;

export interface TcaRoutesDeps {
  readonly analytics: Pick<Analytics, 'costs'>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Routes of the transaction-cost report (Trading §4.4). */
export function tcaRoutes({ analytics, accounts, clock }: TcaRoutesDeps): Binding[] {
  return [
    bind(tcaEndpoints.getTcaReport, async ({ query }, { caller }) => {
      const { exchange_account_id: accountId, market_type: marketType, horizon, format } = query;
      const nowMs = clock.now();
      const window = windowOf(query, nowMs);
      const symbol = symbolOf(query.symbol, marketType);
      requireReach(caller, accountId);
      const account = await accounts.find(accountId);
      const asked = { ...window, marketType, symbol, horizon };
      const { terms, report: costs, slippageBins } = await analytics.costs(account, asked);
      const report = toTcaReportWire(terms, costs);
      if (format === 'json') return report;
      return answerPage(renderReport(report, { slippageBins, madeAtMs: nowMs }));
    }),
  ];
}

interface WindowFields {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** Fills in a missing start or end. A start without an end must not lie after now. */
function windowOf({ start, end }: WindowFields, nowMs: number) {
  const toMs = end ?? nowMs;
  const fromMs = start ?? Math.max(0, toMs - windowMsUsual);
  if (fromMs <= toMs) return { fromMs, toMs };
  throw invalid('start', 'start must not be after now where no end is given', start);
}

function symbolOf(
  text: string | undefined,
  marketType: 'spot' | 'swap',
): InstrumentSymbol | undefined {
  if (text === undefined) return undefined;
  const symbol = parseSymbol(text);
  if (!symbol) throw invalid('symbol', 'symbol must be like BTC/USDT or BTC/USDT:USDT', text);
  const own = symbolParts(symbol).settle === undefined ? 'spot' : 'swap';
  if (own === marketType) return symbol;
  throw invalid('market_type', `${text} is a ${own} market, not ${marketType}`, marketType);
}

function invalid(field: string, message: string, value: unknown): AppError {
  return new AppError('VALIDATION_FAILED', { issues: [{ field, message, value }] });
}
