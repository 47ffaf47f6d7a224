import { orderEndpoints } from '@windlass/contract';
import type { Answer, Asked } from './checker.ts';
import { adminKey, type Incarnation, type SimulationRun } from './incarnation.ts';
import { never } from './worldClock.ts';

/** One HTTP request, without a socket. */
export interface Request {
  readonly method: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH';
  readonly url: string;
  readonly body?: object;
}

/** Requests of callers, which also survive the service. */
export interface Callers {
  /** Resolves with the answer; stays pending when the service dies before. */
  ask(service: Incarnation, request: Request): Promise<Answer>;
  /** Sends an order, and records its outcome. */
  submit(service: Incarnation, order: OrderBody): Asked;
  readonly asked: readonly Asked[];
  /** Returns the number of requests that this service has not answered. */
  waiting(service: Incarnation): number;
}

export interface OrderBody {
  readonly exchange_account_id: string;
  readonly client_order_id?: string;
  readonly [field: string]: unknown;
}

interface Envelope {
  readonly statusCode?: number;
  readonly data?: {
    readonly error?: string;
    readonly order_id?: string;
    readonly order_status?: string;
    readonly status?: string;
  } | null;
}

export function createCallers({ world, checker }: SimulationRun): Callers {
  const { trace } = world;
  const asked: Asked[] = [];
  const waiting = new Map<Incarnation, number>();
  const count = (service: Incarnation, change: number) =>
    waiting.set(service, (waiting.get(service) ?? 0) + change);

  const ask: Callers['ask'] = async (service, { method, url, body }) => {
    trace.add(`ask ${method} ${url} ${JSON.stringify(body ?? {})}`);
    count(service, 1);
    if (service.whenRunning) await service.whenRunning();
    const injected = service.app.http.inject({
      method,
      url,
      headers: { 'x-api-key': adminKey },
      ...(body && { payload: body }),
    });
    // A process that has stopped refuses the connection: its caller gets no answer.
    const response = await (service.whenRunning ? injected.catch(() => undefined) : injected);
    count(service, -1);
    if (!response) return never();
    const { data } = JSON.parse(response.body) as Envelope;
    const answer: Answer = {
      status: response.statusCode,
      code: data?.error,
      orderId: data?.order_id,
      orderStatus: data?.order_status ?? data?.status,
    };
    trace.add(`told ${method} ${url} ${Object.values(answer).join(' ')}`);
    return answer;
  };
  return {
    ask,
    submit(service, order) {
      const { exchange_account_id: accountId, client_order_id: clientOrderId } = order;
      const each: Asked = {
        accountId,
        clientOrderId,
        body: JSON.stringify(order),
        answer: undefined,
      };
      asked.push(each);
      const { method, path: url } = orderEndpoints.submitOrder;
      void ask(service, { method, url, body: order }).then((answer) => {
        each.answer = answer;
        checker.answered(each);
      });
      return each;
    },
    asked,
    waiting: (service) => waiting.get(service) ?? 0,
  };
}

/** Returns the URL of an order, by any of its names. */
export function orderUrl(accountId: string, name: string): string {
  const path = orderEndpoints.getOrder.path.replace(':order_id', encodeURIComponent(name));
  return `${path}?exchange_account_id=${accountId}`;
}
