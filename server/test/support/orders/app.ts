import { orderEndpoints } from '@windlass/contract';
import { type SocketTurns, watchSockets } from '../app/socketTurns.ts';
import { createTestApp, type TestAnswer, type TestApp, type TestRequest } from '../app/testApp.ts';

/** The real service with an account to trade on, controlled by the test. */
export interface OrdersApp extends TestApp {
  /** Sends a request and advances time until it is answered. */
  ask(request: TestRequest): Promise<TestAnswer>;
  /** Submits a limit buy of 0.01 BTC that rests at 50,000, with the given changes. */
  submit(body?: object, key?: string): Promise<TestAnswer>;
  order(name: string, query?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  cancel(name: string, query?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  /** Makes a paper account. */
  account(body: object): Promise<TestAnswer>;
  /** The sockets that answers come over, if any. */
  readonly sockets: SocketTurns | undefined;
}

const usualAccount = 'paper-binance';
const usualOrder = {
  exchange_account_id: usualAccount,
  symbol: 'BTC/USDT',
  side: 'buy',
  order_type: 'limit',
  quantity: 0.01,
  price: 50_000,
};

/** Small enough that books change normally, and deadlines are not skipped. */
const stepMs = 50;

/** Longer than any answer over a socket takes, if it comes at all. */
const patientSteps = 1_500;

export async function createOrdersApp(
  env: Readonly<Record<string, string>> = {},
  options: Parameters<typeof createTestApp>[1] = {},
  /** True when answers come over real sockets, which need turns of the event loop and not time. */
  hasSockets = false,
): Promise<OrdersApp> {
  const sockets = hasSockets ? watchSockets() : undefined;
  const test = await createTestApp(env, options);
  const moveOn = async (step: number): Promise<void> => {
    if (!sockets) return test.clock.advance(stepMs);
    await sockets.settle();
    // An answer that has not come by now is waited for until a deadline.
    await test.clock.advance(step < patientSteps ? 1 : stepMs);
  };
  const ask = async (request: TestRequest): Promise<TestAnswer> => {
    let answer: TestAnswer | undefined;
    const asked = test.call(request).then((answered) => {
      answer = answered;
    });
    for (let step = 0; !answer; step += 1) {
      // An answer that needs no time comes without any.
      if (step > 0) await moveOn(step);
      else for (let turn = 0; turn < 20 && !answer; turn += 1) await test.clock.advance(0);
    }
    await asked;
    return answer;
  };
  const named = (name: string, query: Readonly<Record<string, string>>) => {
    const path = orderEndpoints.getOrder.path.replace(':order_id', encodeURIComponent(name));
    const all = new URLSearchParams({ exchange_account_id: usualAccount, ...query });
    return `${path}?${all}`;
  };
  return {
    ...test,
    sockets,
    async stop() {
      await test.stop();
      sockets?.close();
    },
    ask,
    submit: (body = {}, key) =>
      ask({
        method: orderEndpoints.submitOrder.method,
        url: orderEndpoints.submitOrder.path,
        body: { ...usualOrder, ...body },
        ...(key !== undefined && { key }),
      }),
    order: (name, query = {}) => ask({ url: named(name, query) }),
    cancel: (name, query = {}) =>
      ask({ method: orderEndpoints.cancelOrder.method, url: named(name, query) }),
    account: (body) => ask({ method: 'POST', url: '/admin/accounts', body }),
  };
}
