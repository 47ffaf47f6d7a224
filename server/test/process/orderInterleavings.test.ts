import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Store } from '../../src/store/types.ts';
import { createOrderStore } from '../../src/trading/execution/databaseOrders.ts';
import type { OrderStore, StoredStatus } from '../../src/trading/execution/orderStore.ts';
import type { AccountId } from '../../src/trading/model/account.ts';
import { eachDatabase } from '../support/databases/databases.ts';
import {
  addAccounts,
  expectedUsage,
  newFill,
  newIntent,
  startMs,
  storedUsage,
} from '../support/orders/fixture.ts';
import { proofOf } from '../support/proof.ts';

const usd = 1_000_000;
const days = ['2023-11-14', '2023-11-15'];
const statuses = [
  'pending',
  'unknown',
  'open',
  'closed',
  'canceled',
  'expired',
  'rejected',
] as const;
const limits = { dailyMicroUsd: 60 * usd, openOrdersMax: 4 };
const timeout = 120_000 * Number(process.env.WINDLASS_PROOF_TIMES ?? 1);
/** Runs of a test; each uses an account of its own and some dozens of durable writes. */
const runs = { sqlite: 50, postgres: 20 };

/**
 * Eight orders, alternating between two days, of 1 to 4 BTC at 10 USD, every eighth reduce-only.
 */
const orderNumbers = fc.integer({ min: 0, max: 7 });
const quantityOf = (order: number) => 1 + (order % 4);
const reservedOf = (order: number) => (order === 7 ? 0 : quantityOf(order) * 10 * usd);
const dayOf = (order: number) => days[order % 2] ?? '';

type Command =
  | { readonly kind: 'reserve'; readonly order: number }
  | {
      readonly kind: 'record';
      readonly order: number;
      readonly status: StoredStatus;
      /** Quantity filled at 9 USD each; at most that of the order. */
      readonly filled: number;
      readonly atMs: number;
      readonly times: number;
    }
  | { readonly kind: 'fill'; readonly order: number; readonly trade: number };

const commands = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('reserve'), order: orderNumbers }) },
    {
      weight: 5,
      arbitrary: fc
        .record({
          kind: fc.constant('record'),
          order: orderNumbers,
          status: fc.constantFrom(...statuses),
          share: fc.constantFrom(0, 0, 0.25, 0.5, 1),
          atMs: fc.integer({ min: startMs - 5, max: startMs + 5 }),
          times: fc.integer({ min: 1, max: 2 }),
        })
        .map(({ share, ...rest }) => ({ ...rest, filled: share * quantityOf(rest.order) })),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('fill'),
        order: orderNumbers,
        trade: fc.integer({ min: 0, max: 3 }),
      }),
    },
  ) as fc.Arbitrary<Command>,
  { minLength: 5, maxLength: 40 },
);

interface Bench {
  readonly epoch: number;
  readonly orders: OrderStore;
  readonly account: AccountId;
}

const idOf = (account: AccountId, order: number) => newIntent(`${account}-${order}`).id;

/** Runs the command; returns its result in the form of the model. */
async function run({ epoch, orders, account }: Bench, command: Command): Promise<unknown> {
  const { order } = command;
  switch (command.kind) {
    case 'reserve': {
      const intent = newIntent(`${account}-${order}`, {
        accountId: account,
        quantity: `${quantityOf(order)}`,
        reservedMicroUsd: reservedOf(order),
        day: dayOf(order),
      });
      return (await orders.reserve(epoch, intent, limits)).kind;
    }
    case 'record': {
      const { status, filled, atMs, times } = command;
      const said = { status, filled: `${filled}`, cost: `${filled * 9}`, average: 9, atMs };
      for (let i = 1; i < times; i += 1) await orders.record(epoch, idOf(account, order), said);
      const recorded = await orders.record(epoch, idOf(account, order), said);
      return recorded && `${recorded.status} ${Number(recorded.filled)}`;
    }
    case 'fill': {
      const fill = newFill(`t-${command.trade}`, {
        accountId: account,
        venueOrderId: `v-${order}`,
      });
      return (await orders.addFills(epoch, [fill])).length;
    }
  }
}

/** Creates a model of the same by simple rules, in memory. */
function createModel() {
  const orders = new Map<number, { status: StoredStatus; filled: number }>();
  const trades = new Set<number>();
  const isFinal = (status: StoredStatus) => !['pending', 'unknown', 'open'].includes(status);
  const held = (order: number): number => {
    const known = orders.get(order);
    if (!known || reservedOf(order) === 0) return 0;
    return isFinal(known.status) ? known.filled * 9 * usd : reservedOf(order);
  };
  const used = (day: string) =>
    [...orders.keys()]
      .filter((order) => dayOf(order) === day)
      .reduce((sum, order) => sum + held(order), 0);
  const count = (day: string) => [...orders.keys()].filter((each) => dayOf(each) === day).length;

  const reserve = (order: number): string => {
    if (orders.has(order)) return 'exists';
    const reserved = reservedOf(order);
    if (reserved > 0 && used(dayOf(order)) + reserved > limits.dailyMicroUsd) return 'overLimit';
    const live = [...orders.values()].filter(({ status }) => !isFinal(status)).length;
    if (live >= limits.openOrdersMax) return 'tooManyOpen';
    orders.set(order, { status: 'pending', filled: 0 });
    return 'recorded';
  };
  const record = ({ order, status, filled }: Command & { kind: 'record' }) => {
    const known = orders.get(order);
    if (!known) return undefined;
    const most = Math.max(known.filled, filled);
    const isLost =
      isFinal(known.status) ||
      status === 'pending' ||
      (known.status === 'open' && status === 'unknown');
    const took = isLost ? known.status : status;
    // A completely filled order is closed; of a partly filled one only the rest was refused.
    const isWhole = isFinal(took) && most >= quantityOf(order);
    const unfinished = took === 'rejected' && most > 0 ? 'canceled' : took;
    const next = { status: isWhole ? 'closed' : unfinished, filled: most } as const;
    orders.set(order, next);
    return `${next.status} ${next.filled}`;
  };
  return {
    run(command: Command): unknown {
      switch (command.kind) {
        case 'reserve':
          return reserve(command.order);
        case 'record':
          return record(command);
        case 'fill': {
          const isNew = !trades.has(command.trade);
          trades.add(command.trade);
          return isNew ? 1 : 0;
        }
      }
    },
    usage: (day: string) => ({ usedMicroUsd: used(day), orders: count(day) }),
  };
}

eachDatabase('random interleavings of orders', (database) => {
  const open = async () => {
    const store = await database.open();
    const { epoch } = await store.own();
    let accounts = 0;
    const newBench = async (): Promise<Bench> => {
      accounts += 1;
      const account = `desk-${accounts}` as AccountId;
      await addAccounts(store, account);
      return { epoch, orders: createOrderStore(store), account };
    };
    return { store, newBench };
  };
  const settings = proofOf(runs[database.dialect]);

  it('one after the other answer and add up as the plain rules say', { timeout }, async () => {
    const { newBench } = await open();
    const property = fc.asyncProperty(commands, async (list) => {
      const bench = await newBench();
      const model = createModel();
      for (const command of list) {
        expect(await run(bench, command)).toBe(model.run(command));
        for (const day of days) {
          expect(await bench.orders.usage(bench.account, day)).toEqual(model.usage(day));
        }
      }
    });
    await fc.assert(property, settings);
  });

  it('all at once leave the usage of every day the sum of its orders', { timeout }, async () => {
    const { store, newBench } = await open();
    const property = fc.asyncProperty(commands, commands, async (first, second) => {
      const benches = [await newBench(), await newBench()];
      for (const list of [first, second]) {
        await Promise.all(benches.flatMap((bench) => list.map((command) => run(bench, command))));
      }
      await expectSums(store);
    });
    await fc.assert(property, settings);
  });
});

async function expectSums(store: Store): Promise<void> {
  expect(await storedUsage(store)).toEqual(await expectedUsage(store));
}
