import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { ApiError, type Client, type DataOf, type InputOf } from '@windlass/client';
import type { Capabilities } from './offered.ts';
import type { OrderTerms } from './ticket.ts';

/** Only a new version of the service changes what exchanges take. */
const fixedMs = 3_600_000;
/** Books change while people look at a ticket. */
const marketMs = 4_000;
/** Used without a stream. */
const calmMs = 5_000;

export const capabilitiesQuery = (client: Client, exchange: string | undefined) =>
  queryOptions({
    queryKey: ['trade', 'capabilities', exchange],
    queryFn: exchange === undefined ? skipToken : askCapabilities(client, exchange),
    staleTime: fixedMs,
  });

type Asked = { readonly signal: AbortSignal };

function askCapabilities(client: Client, exchange: string) {
  return async ({ signal }: Asked): Promise<Capabilities> => {
    const answer = await client.getCapabilities({ exchange }, { signal });
    // The answer is one record for a named exchange, and a list of records without a name.
    if ('exchange' in answer) return answer;
    throw new Error(`The order types of ${exchange} are not known.`);
  };
}

export type Analysis = DataOf<'analyzeOrder'>;
type AnalysisInput = InputOf<'analyzeOrder'>;

/** Returns the input of the analysis for these terms; undefined for types that it does not know. */
export function analysisOf(terms: OrderTerms | undefined): AnalysisInput | undefined {
  if (terms === undefined) return undefined;
  const { symbol, side, quantity, order_type, price, exchange_account_id } = terms;
  const order = { symbol, side, quantity, exchange_account_ids: [exchange_account_id] };
  const asked = { ...order, include_scenarios: true };
  switch (order_type) {
    case 'market':
      return { ...asked, order_type };
    case 'limit':
      return { ...asked, order_type, limit_price: price ?? null };
    default:
      return undefined;
  }
}

export const analysisQuery = (client: Client, input: AnalysisInput | undefined) =>
  queryOptions({
    queryKey: ['trade', 'analysis', input],
    queryFn: input ? ({ signal }) => client.analyzeOrder(input, { signal }) : skipToken,
    refetchInterval: marketMs,
    placeholderData: keepPreviousData,
  });

/** Result of a preview: an order on the steps of its market, or why it would be refused. */
export type PreviewAnswer =
  | {
      readonly kind: 'taken';
      readonly preview: NonNullable<DataOf<'validateOrder'>['preview']>;
      readonly warnings: readonly string[];
    }
  | { readonly kind: 'refused'; readonly error: ApiError };

export const previewQuery = (client: Client, terms: OrderTerms | undefined) =>
  queryOptions({
    queryKey: ['trade', 'preview', terms],
    queryFn: terms ? askPreview(client, terms) : skipToken,
    // To repeat a refused request would fill the service's log and tell nothing new.
    refetchInterval: ({ state }) => (state.data?.kind === 'refused' ? false : marketMs),
    placeholderData: keepPreviousData,
  });

function askPreview(client: Client, terms: OrderTerms) {
  return async ({ signal }: Asked): Promise<PreviewAnswer> => {
    try {
      const order = { ...terms, ...plainPrices(terms), preview: true };
      const { preview, warnings } = await client.validateOrder(order, { signal });
      if (preview) return { kind: 'taken', preview, warnings };
    } catch (error) {
      // A refusal is a valid answer here.
      if (error instanceof ApiError && error.status === 400) return { kind: 'refused', error };
      throw error;
    }
    throw new Error('The service previewed nothing.');
  };
}

function plainPrices({ stop_price, trailing_delta }: OrderTerms) {
  return {
    stop_price: stop_price ?? undefined,
    trailing_delta: trailing_delta ?? undefined,
  };
}

export type MarketType = 'spot' | 'swap';

/** `isTold`: true when a stream reports changes, so that nobody must poll. */
export const openOrdersQuery = (
  client: Client,
  where: { readonly accountId: string; readonly marketType: MarketType; readonly isTold: boolean },
) =>
  queryOptions({
    queryKey: ['trade', 'open', where.accountId, where.marketType],
    queryFn: ({ signal }) =>
      client.listOpenOrders(
        { exchange_account_id: where.accountId, market_type: where.marketType },
        { signal },
      ),
    refetchInterval: where.isTold ? false : calmMs,
  });

export const balanceQuery = (client: Client, accountId: string, market_type: MarketType) =>
  queryOptions({
    queryKey: ['trade', 'balance', accountId, market_type],
    queryFn: ({ signal }) =>
      client.getBalance({ exchange_account_id: accountId, market_type }, { signal }),
  });

export const dailyLimitQuery = (client: Client, accountId: string) =>
  queryOptions({
    queryKey: ['trade', 'limit', accountId],
    queryFn: ({ signal }) => client.getDailyLimit({ exchange_account_id: accountId }, { signal }),
  });

export const leverageQuery = (client: Client, accountId: string, symbol: string) =>
  queryOptions({
    queryKey: ['trade', 'leverage', accountId, symbol],
    queryFn: ({ signal }) =>
      client.getLeverage({ exchange_account_id: accountId, symbol }, { signal }),
  });

/** As many as people look at. Older ones are on the page of positions. */
const fillsSize = 50;

export const perpFillsQuery = (client: Client, accountId: string, market: string) =>
  queryOptions({
    queryKey: ['trade', 'fills', accountId, market],
    queryFn: ({ signal }) =>
      client.listPerpFills({ exchange_account_id: accountId, market, size: fillsSize }, { signal }),
  });

export type RouteInput = InputOf<'estimateRoute'>;

export const routeQuery = (client: Client, input: RouteInput | undefined) =>
  queryOptions({
    queryKey: ['trade', 'route', input],
    queryFn: input ? ({ signal }) => client.estimateRoute(input, { signal }) : skipToken,
    refetchInterval: marketMs,
    placeholderData: keepPreviousData,
  });

export type Plan = DataOf<'getRoutePlan'>;

export function isRunning({ status }: Pick<Plan, 'status'>): boolean {
  return status === 'pending' || status === 'executing';
}

/** A plan is followed until every outcome is known. */
const planMs = 2_000;

export const planQuery = (client: Client, planId: string) =>
  queryOptions({
    queryKey: ['trade', 'plan', planId],
    queryFn: ({ signal }) => client.getRoutePlan({ plan_id: planId }, { signal }),
    enabled: planId !== '',
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? planMs : false),
  });
