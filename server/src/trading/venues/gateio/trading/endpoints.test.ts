import { expect, it } from 'vitest';
import type { CcxtClient } from '../../shared/live/ccxtClient.ts';
import {
  type ContractOrderCreate,
  type ContractTriggerCreate,
  contractOrder,
  contractOrderCreate,
  contractTriggerCreate,
  type SpotOrderCreate,
  spotOrder,
  spotOrderCreate,
} from './endpoints.ts';

// The directives below fail to compile as soon as a misspelt field would compile.

const client: Pick<CcxtClient, 'request'> = {
  request: (...asked) => Promise.resolve(asked),
};

const onSpot: SpotOrderCreate = {
  currency_pair: 'BTC_USDT',
  account: undefined,
  text: 't-0',
  type: 'limit',
  side: 'buy',
  amount: '1',
  time_in_force: 'poc',
  price: '95.10',
};

const onContracts: ContractOrderCreate = {
  settle: 'usdt',
  contract: 'BTC_USDT',
  size: -1,
  price: '95.10',
  tif: 'poc',
  text: 't-0',
  reduce_only: true,
};

const trigger: ContractTriggerCreate = {
  settle: 'usdt',
  initial: {
    contract: 'BTC_USDT',
    size: 1,
    price: '0',
    tif: 'ioc',
    text: 't-0',
    reduce_only: undefined,
  },
  trigger: { price_type: 0, price: '95.10', rule: 1 },
};

it('sends the present fields of an order on spot', async () => {
  const { currency_pair, text, type, side, amount, time_in_force, price } = onSpot;
  expect(await spotOrderCreate(client, onSpot)).toStrictEqual([
    'orders',
    ['private', 'spot'],
    'POST',
    { currency_pair, text, type, side, amount, time_in_force, price },
  ]);
});

it('sends orders in contracts to the folder of their kind', async () => {
  const sent = await Promise.all([
    contractOrderCreate(client, 'swap', onContracts),
    contractOrderCreate(client, 'future', onContracts),
  ]);
  expect(sent).toStrictEqual([
    ['{settle}/orders', ['private', 'futures'], 'POST', onContracts],
    ['{settle}/orders', ['private', 'delivery'], 'POST', onContracts],
  ]);
});

it('drops the absent fields of the order that a trigger places', async () => {
  const { contract, size, price, tif, text } = trigger.initial;
  expect(await contractTriggerCreate(client, 'swap', trigger)).toStrictEqual([
    '{settle}/price_orders',
    ['private', 'futures'],
    'POST',
    {
      settle: 'usdt',
      initial: { contract, size, price, tif, text },
      trigger: trigger.trigger,
    },
  ]);
});

it('does not compile with a misspelt field of an order on spot', async () => {
  // @ts-expect-error: the field is called time_in_force
  await spotOrderCreate(client, { ...onSpot, timeInForce: 'poc' });
  // @ts-expect-error: the venue calls it poc
  await spotOrderCreate(client, { ...onSpot, time_in_force: 'post_only' });
  // @ts-expect-error: no order on spot reduces a position
  await spotOrderCreate(client, { ...onSpot, reduce_only: true });
});

it('does not compile with a misspelt field of an order in contracts', async () => {
  // @ts-expect-error: the field is called reduce_only
  await contractOrderCreate(client, 'swap', { ...onContracts, reduceOnly: true });
  // @ts-expect-error: the field is called reduce_only
  await contractOrderCreate(client, 'swap', { ...onContracts, is_reduce_only: true });
  // @ts-expect-error: the venue calls it poc
  await contractOrderCreate(client, 'swap', { ...onContracts, tif: 'post_only' });
});

it('does not compile with a misspelt field of the order that a trigger places', async () => {
  await contractTriggerCreate(client, 'swap', {
    ...trigger,
    // @ts-expect-error: the field is called reduce_only
    initial: { ...trigger.initial, reduceOnly: true },
  });
  await contractTriggerCreate(client, 'swap', {
    ...trigger,
    // @ts-expect-error: there is no such field
    initial: { ...trigger.initial, post_only: true },
  });
});

it('does not compile with a misspelt field of a cancel', async () => {
  // @ts-expect-error: the field is called currency_pair
  await spotOrder.DELETE(client, { order_id: '0', currencyPair: 'BTC_USDT', account: 'spot' });
  // @ts-expect-error: the field is called order_id
  await contractOrder.DELETE(client, 'swap', { settle: 'usdt', contract: 'BTC_USDT', id: '0' });
});
