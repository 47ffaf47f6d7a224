import type { VenueName } from '@windlass/simulator';
import pg from 'pg';
import { fetchWithin } from './fetchWithin.ts';
import type { FailoverSetup } from './setup.ts';

const orderPath = '/order-execution/execution/order';
const placeMsMax = 10_000;
const perAccount = 3;
/** A price far below the market's; quantities that no other order has. */
const [price, firstQuantity] = [38_000, 0.5] as const;

/** An order that must rest for as long as the proof lasts. */
interface Resting {
  readonly name: string;
  readonly account: string;
  readonly quantity: number;
}

/** Orders that are never cancelled: one that is not open in the end was lost by a takeover. */
export interface RestingOrders {
  /** Returns those that no longer rest, at their exchange or in the tables, in words. */
  gone(): Promise<readonly string[]>;
  /** Returns the number that the exchanges have ended. */
  endedCount(): number;
}

/** Places some at every exchange; one exchange has a dead man's switch on. */
export async function placeResting(
  setup: FailoverSetup,
  address: string,
  prefix: string,
): Promise<RestingOrders> {
  const all: Resting[] = [];
  for (const account of setup.accounts) {
    for (let number = 0; number < perAccount; number += 1) {
      const resting = {
        name: `${prefix}-rests-${account}-${number}`,
        account,
        quantity: firstQuantity + number / 100,
      };
      await place(resting, { address, key: setup.key });
      all.push(resting);
    }
  }
  return {
    endedCount: () => all.filter((each) => atExchange(setup, each) !== 'open').length,
    async gone() {
      const stored = await openNames(setup.databaseUrl);
      return all.flatMap((each) => {
        const there = atExchange(setup, each);
        if (there === 'open' && stored.has(each.name)) return [];
        const words = stored.has(each.name) ? 'open' : 'not open';
        return [`${each.name} at ${each.account}: there ${there}, stored ${words}`];
      });
    },
  };
}

interface Owner {
  readonly address: string;
  readonly key: string;
}

async function place({ name, account, quantity }: Resting, { address, key }: Owner): Promise<void> {
  const answer = await fetchWithin(`${address}${orderPath}`, placeMsMax, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({
      exchange_account_id: account,
      symbol: 'BTC/USDT',
      market_type: 'spot',
      order_type: 'limit',
      side: 'buy',
      price,
      quantity,
      client_order_id: name,
    }),
  });
  if (answer?.status !== 200) throw new Error(`${name}: ${answer?.text ?? 'no answer'}`);
}

function atExchange(setup: FailoverSetup, { account, quantity }: Resting): string {
  const venue = account.replace('live-', '') as VenueName;
  const all = setup.simulator.orders(venue, setup.apiKeyAt(venue));
  const found = all.find((each) => Number(each.quantity) === quantity);
  return found?.status ?? 'nothing';
}

async function openNames(databaseUrl: string): Promise<ReadonlySet<string>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ client_order_id: string }>(
      `select client_order_id from meta_orders where order_status = 'open'`,
    );
    return new Set(rows.map((row) => row.client_order_id));
  } finally {
    await client.end();
  }
}
