import { describe, expect, it } from 'vitest';
import { encodeRequest } from './encodeRequest.ts';

interface OrderRequest {
  readonly symbol: string;
  readonly qty?: string | null | undefined;
  readonly reduce_only?: boolean | undefined;
  readonly count?: number | undefined;
  readonly trigger?: { readonly price: string | undefined; readonly rule?: number | undefined };
  readonly legs?: readonly { readonly side: string; readonly price?: string | undefined }[];
}

describe('encodeRequest', () => {
  it('drops the fields that are undefined and keeps the order of the others', () => {
    const encoded = encodeRequest<OrderRequest>({
      qty: undefined,
      reduce_only: true,
      symbol: 'BTCUSDT',
      count: undefined,
    });
    expect(JSON.stringify(encoded)).toBe('{"reduce_only":true,"symbol":"BTCUSDT"}');
    expect(Object.keys(encoded)).toEqual(['reduce_only', 'symbol']);
  });

  it('keeps false, zero, empty texts and null, which a venue may be told', () => {
    const request = { symbol: '', qty: null, reduce_only: false, count: 0 };
    expect(encodeRequest<OrderRequest>(request)).toStrictEqual(request);
  });

  it('drops absent fields of nested objects and of the elements of lists', () => {
    const encoded = encodeRequest<OrderRequest>({
      symbol: 'BTCUSDT',
      trigger: { price: undefined, rule: 1 },
      legs: [
        { side: 'buy', price: undefined },
        { side: 'sell', price: '2' },
      ],
    });
    expect(encoded).toStrictEqual({
      symbol: 'BTCUSDT',
      trigger: { rule: 1 },
      legs: [{ side: 'buy' }, { side: 'sell', price: '2' }],
    });
  });

  it('leaves the request as it was', () => {
    const request: OrderRequest = { symbol: 'BTCUSDT', qty: undefined };
    encodeRequest<OrderRequest>(request);
    expect(Object.keys(request)).toEqual(['symbol', 'qty']);
  });

  it('does not compile with a misspelt field or without the type of the request', () => {
    // @ts-expect-error: the field is called reduce_only
    encodeRequest<OrderRequest>({ symbol: 'BTCUSDT', reduceOnly: true });
    // @ts-expect-error: no type says which fields there are
    expect(encodeRequest({ symbol: 'BTCUSDT' })).toStrictEqual({ symbol: 'BTCUSDT' });
  });
});
