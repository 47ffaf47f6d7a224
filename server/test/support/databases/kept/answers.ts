import type { KeptRow, KeptTables } from './database.ts';
import type { KeptService } from './service.ts';

/** Data of answers by request. */
export type KeptAnswers = Readonly<Record<string, unknown>>;

const execution = '/order-execution/execution';
const algorithms = '/order-execution/algorithms';
const perps = '/portfolio-management/exchange-account/perps';
const ended = new Set<unknown>(['closed', 'canceled', 'expired', 'rejected']);

/**
 * Requests everything that people entered and everything that does not change by itself: paper
 * orders that are over or rest, plans and algorithms that do not run. Live orders are left out,
 * since they are read from the exchange.
 */
export async function askForEverything(
  { ask }: KeptService,
  before: KeptTables,
): Promise<KeptAnswers> {
  const answers: Record<string, unknown> = {};
  for (const url of urlsOf(before))
    answers[url] = withoutMoving(url, (await ask({ url })).json.data);
  return answers;
}

/** Counts that grow as soon as a service runs. */
const growingFields = new Set(['pending']);
/** Fields that the start itself writes to a paused algorithm, sooner or later. */
const startFields = new Set(['updated_at']);

function withoutMoving(url: string, data: unknown): unknown {
  const isAlgorithm = url.startsWith(`${algorithms}/`);
  const isMoving = (name: string) =>
    growingFields.has(name) || (isAlgorithm && startFields.has(name));
  const isStart = (value: unknown) =>
    typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'recovered';
  const text = JSON.stringify(data, (name, value) => {
    if (isMoving(name)) return undefined;
    return Array.isArray(value) ? value.filter((each) => !isStart(each)) : value;
  });
  return text === undefined ? undefined : JSON.parse(text);
}

function urlsOf(before: KeptTables): readonly string[] {
  const rows = (table: string): readonly KeptRow[] => before.get(table) ?? [];
  const urls = [
    '/admin/accounts',
    '/admin/portfolios',
    '/admin/keys',
    '/admin/webhooks',
    '/admin/webhooks/dead-letters',
    '/api/vaults?limit=100',
    '/api/vaults/stats',
  ];
  for (const { id } of rows('vaults')) {
    urls.push(`/api/vaults/${id}/holdings`, `/api/vaults/${id}/holdings/history`);
  }
  const going = new Set(
    rows('algorithm_orders')
      .filter(isGoing)
      .map(({ id }) => id),
  );
  const busy = new Set<unknown>();
  for (const { parent_id, account_id } of rows('algorithm_accounts')) {
    if (going.has(parent_id)) busy.add(account_id);
  }
  const paper = new Set<unknown>();
  for (const { id, mode } of rows('exchange_accounts')) {
    if (mode === 'paper') paper.add(id);
    const own = `exchange_account_id=${id}`;
    for (const list of ['fills', 'twap-orders', 'rebates']) urls.push(`${perps}/${list}?${own}`);
    if (!busy.has(id)) urls.push(`${execution}/daily-limit?${own}`);
    if (mode !== 'paper' || busy.has(id)) continue;
    urls.push(`${execution}/orders/open?${own}&market_type=swap`);
    urls.push(`${execution}/balance?${own}&market_type=swap`);
  }
  for (const { account_id, client_order_id, order_status, quantity_filled } of rows(
    'meta_orders',
  )) {
    const rests = order_status === 'open' && quantity_filled === '0';
    if (!paper.has(account_id) || !(rests || ended.has(order_status))) continue;
    urls.push(`${execution}/order/${client_order_id}?exchange_account_id=${account_id}`);
  }
  for (const { id, status } of rows('routing_plans')) {
    if (status !== 'executing') urls.push(`/order-execution/sor/plan/${id}`);
  }
  for (const row of rows('algorithm_orders')) {
    if (!isGoing(row) && !isPausedPair(row)) urls.push(`${algorithms}/${row.id}`);
  }
  return urls;
}

/** Returns true for an algorithm that does something by itself. */
export function isGoing({ status }: KeptRow): boolean {
  return status === 'RUNNING' || status === 'CANCELLING';
}

/** Pairs continue to check funding and their legs while they are paused. */
function isPausedPair({ status, type }: KeptRow): boolean {
  return status === 'PAUSED' && (type === 'spread' || type === 'funding_arb');
}
