import type { ChildProcess } from 'node:child_process';
import { accountEndpoints, orderEndpoints } from '@windlass/contract';
import { createSimulator, type Simulator } from '@windlass/simulator';
import { afterEach, expect, it } from 'vitest';
import { createSystemClock } from '../../src/kit/clock.ts';
import { databasePerTest } from '../support/databases/databases.ts';
import { hyperliquidSimulated } from '../support/exchanges/hyperliquid/exchange.ts';
import { krakenSimulated } from '../support/exchanges/kraken/exchange.ts';
import type { SimulatedVenue } from '../support/exchanges/simulated.ts';
import { argumentsOf } from '../support/processes/killPlan.ts';
import { askOf, call, key } from '../support/processes/mortalService.ts';
import { type ServiceProcess, startService } from '../support/processes/service.ts';

// Two venues whose record of an immediate order may come before its fills: the process dies between
// the exchange's answer and its write, and the next one reports what the exchange has.

const clock = createSystemClock();
const database = databasePerTest('sqlite');
const children: ChildProcess[] = [];
const simulators: Simulator[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const simulator of simulators.splice(0)) await simulator.close();
});

interface Cell {
  readonly own: SimulatedVenue;
  readonly symbol: string;
  readonly quantity: number;
}

/** One order that fills completely, and one that is larger than the book. */
const cells: readonly Cell[] = [
  { own: krakenSimulated, symbol: 'BTC/USD:USD', quantity: 1 },
  { own: hyperliquidSimulated, symbol: 'BTC/USDC:USDC', quantity: 3 },
];

async function openExchanges(): Promise<string> {
  const simulator = createSimulator({ now: clock.now, schedule: clock.schedule });
  simulators.push(simulator);
  for (const { own } of cells) {
    for (const { at, definition } of own.markets) {
      const name = simulator.defineMarket(at, definition);
      simulator.show(at, name, { bids: [['999', '2']], asks: [['1000', '2']] });
    }
    for (const opened of own.account(own.venue).opened) simulator.addAccount(opened);
  }
  return (await simulator.listen()).url;
}

async function openAccounts(service: ServiceProcess): Promise<void> {
  for (const { own } of cells) {
    const { credentials, futuresCredentials, settings } = own.account(own.venue);
    await askOf(service)(accountEndpoints.createAccount.path, {
      ...settings,
      exchange_account_id: own.venue,
      exchange: own.venue,
      mode: 'live',
      daily_limit_usd: 1_000_000,
      credentials,
      futures_credentials: futuresCredentials,
    });
  }
}

async function storedOrders() {
  const { db } = await database.open();
  return db
    .selectFrom('meta_orders')
    .select(['client_order_id', 'order_status', 'quantity_filled', 'cost'])
    .orderBy('client_order_id')
    .execute();
}

const lookEveryMs = 50;
/** Enough for a start on a shared machine, and for lookups that wait for their turn. */
const settleMsMax = 60_000;

it('an order at the market ends as it filled, whenever the process died', {
  timeout: 240_000,
}, async () => {
  const url = await openExchanges();
  const env = {
    NODE_ENV: 'test',
    WINDLASS_DATA_DIR: database.place().dataDir,
    WINDLASS_ADMIN_KEY: key,
    WINDLASS_SERVICES: 'trading',
    WINDLASS_DEV_MODE: 'off',
    WINDLASS_DEMO: 'off',
    WINDLASS_VENUE_TRANSPORT: `simulator:${url}`,
  };
  const orders = cells.map(({ own, symbol, quantity }) => ({
    exchange_account_id: own.venue,
    client_order_id: own.venue,
    symbol,
    market_type: 'swap',
    side: 'buy',
    order_type: 'market',
    quantity,
  }));
  for (const [life, order] of orders.entries()) {
    const service = await startService(env, children, argumentsOf({ at: 'answered', nth: 1 }));
    if (life === 0) await openAccounts(service);
    expect(await call(service, orderEndpoints.submitOrder.path, order)).toBeUndefined();
    expect(await service.gone).toBe('SIGKILL');
  }
  await startService(env, children);
  const untilMs = clock.monotonic() + settleMsMax;
  const isSettled = ({ order_status }: { readonly order_status: string }) =>
    order_status !== 'pending' && order_status !== 'unknown';
  while (!(await storedOrders()).every(isSettled) && clock.monotonic() < untilMs) {
    await clock.sleep(lookEveryMs);
  }
  expect(await storedOrders()).toEqual([
    { client_order_id: 'hyperliquid', order_status: 'expired', quantity_filled: '2', cost: '2000' },
    { client_order_id: 'kraken', order_status: 'closed', quantity_filled: '1', cost: '1000' },
  ]);
});
