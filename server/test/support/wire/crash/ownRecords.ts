import { createHash, createHmac } from 'node:crypto';
import { request } from 'node:http';
import type { Answered } from '../../algorithms/audit.ts';
import { units } from '../../exactUnits.ts';

// The records of an exchange, requested as its documents describe: nothing of the service's own
// adapters is used.

export interface OwnOrder {
  readonly id: string;
  readonly clientId: string;
  readonly isOpen: boolean;
  readonly filled: string;
}

export interface OwnFill {
  readonly orderId: string;
  readonly side: string;
  readonly quantity: string;
  /** Value paid or received, in the quote. */
  readonly value: string;
  readonly fee: string;
  readonly feeAsset: string;
}

/** An account as its exchange has it. */
export interface OwnRecords {
  readonly orders: readonly OwnOrder[];
  readonly fills: readonly OwnFill[];
  /** By asset, the sum of free and held amounts, in 10^-18. */
  readonly balances: Readonly<Record<string, bigint>>;
}

/** The owner of the records, and where they are read. */
export interface Customer {
  readonly url: string;
  readonly apiKey: string;
  readonly secret: string;
  /** Epoch ms. */
  readonly now: () => number;
}

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly host: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Hosts are told apart by a header that `fetch` does not allow to set. */
async function send(url: string, { method, host, target, headers, body }: Sent): Promise<Answered> {
  const { port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const outgoing = request(
    { host: '127.0.0.1', port, method, path: target, headers: { ...headers, host } },
    (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      answer.on('end', () => resolve(text)).on('error', reject);
    },
  );
  outgoing.on('error', reject).end(body);
  return JSON.parse(await promise);
}

/** The longest list that is returned at once. */
const binanceRows = '1000';

export async function binanceRecords({ url, apiKey, secret, now }: Customer): Promise<OwnRecords> {
  const ask = (path: string, fields: Record<string, string> = {}) => {
    const text = new URLSearchParams({ ...fields, timestamp: String(now()) }).toString();
    const signature = createHmac('sha256', secret).update(text).digest('hex');
    return send(url, {
      method: 'GET',
      host: 'api.binance.com',
      headers: { 'X-MBX-APIKEY': apiKey },
      target: `/api/v3/${path}?${text}&signature=${signature}`,
    });
  };
  const whole = { symbol: 'BTCUSDT', limit: binanceRows };
  const [account, orders, trades] = [
    await ask('account'),
    await ask('allOrders', whole),
    await ask('myTrades', whole),
  ];
  return {
    orders: orders.map((row: Answered) => ({
      id: String(row.orderId),
      clientId: row.clientOrderId,
      filled: row.executedQty,
      isOpen: row.status === 'NEW' || row.status === 'PARTIALLY_FILLED',
    })),
    fills: trades.map((row: Answered) => ({
      orderId: String(row.orderId),
      side: row.isBuyer ? 'buy' : 'sell',
      quantity: row.qty,
      value: row.quoteQty,
      fee: row.commission,
      feeAsset: row.commissionAsset,
    })),
    balances: Object.fromEntries(
      account.balances.map(({ asset, free, locked }: Answered) => [
        asset,
        units(free) + units(locked),
      ]),
    ),
  };
}

/** Above everything the service has used: it counts in milliseconds. */
const nonceScale = 1_000;

export async function krakenRecords({ url, apiKey, secret, now }: Customer): Promise<OwnRecords> {
  let nonce = now() * nonceScale;
  const ask = async (name: string, fields: Record<string, string> = {}) => {
    nonce += 1;
    const target = `/0/private/${name}`;
    const body = new URLSearchParams({ nonce: String(nonce), ...fields }).toString();
    const inner = createHash('sha256').update(`${nonce}${body}`).digest();
    const key = Buffer.from(secret, 'base64');
    const sign = createHmac('sha512', key).update(target).update(inner).digest('base64');
    const headers = {
      'API-Key': apiKey,
      'API-Sign': sign,
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    const answer = { method: 'POST', host: 'api.kraken.com', target, headers, body } as const;
    const { error, result } = await send(url, answer);
    if (error.length > 0) throw new Error(`${name}: ${error.join()}`);
    return result;
  };
  const pages = async (name: string, list: string, fields: Record<string, string> = {}) => {
    const rows = new Map<string, Answered>();
    for (let isMore = true; isMore; ) {
      const page = await ask(name, { ...fields, ofs: String(rows.size) });
      const entries: [string, Answered][] = Object.entries(page[list]);
      for (const [id, row] of entries) rows.set(id, row);
      isMore = entries.length > 0;
    }
    return [...rows];
  };
  const { open } = await ask('OpenOrders');
  const orders = [...Object.entries<Answered>(open), ...(await pages('ClosedOrders', 'closed'))];
  const trades = await pages('TradesHistory', 'trades', { consolidate_taker: 'false' });
  return {
    orders: orders.map(([id, row]) => ({
      id,
      clientId: row.cl_ord_id,
      isOpen: row.status === 'open',
      filled: row.vol_exec,
    })),
    fills: trades.map(([, row]) => ({
      orderId: row.ordertxid,
      side: row.type,
      quantity: row.vol,
      value: row.cost,
      fee: row.fee,
      feeAsset: 'USD',
    })),
    balances: Object.fromEntries(
      Object.entries<string>(await ask('Balance')).map(([asset, text]) => [
        asset === 'XXBT' ? 'BTC' : asset.replace(/^Z/, ''),
        units(text),
      ]),
    ),
  };
}
