import type { Packable } from './chain.ts';
import {
  type Fields,
  readCloid,
  readDecimal,
  readFields,
  readFlag,
  readList,
  readOptional,
  readText,
  readWhole,
  readWord,
} from './reading.ts';
import { NotSimulated } from './refusals.ts';

/** An action that was understood, with its packed form from which the signer is checked. */
export type Action = { readonly packed: Packable } & (
  | {
      readonly type: 'order';
      readonly orders: readonly WireOrder[];
      readonly builder: Builder | undefined;
    }
  | { readonly type: 'cancel'; readonly cancels: readonly WireCancel[] }
  | { readonly type: 'setReferrer' }
);

/** Receiver of an extra fee on an order, and that fee in tenths of a basis point. */
export type Builder = Readonly<{ b: string; f: number }>;

export interface WireOrder {
  /** Number of the market. */
  readonly asset: number;
  readonly isBuy: boolean;
  readonly price: string;
  readonly size: string;
  readonly reduceOnly: boolean;
  readonly kind: WireKind;
  readonly cloid: string | undefined;
}

export type WireKind =
  | { readonly tif: (typeof tifs)[number] }
  | { readonly isMarket: boolean; readonly triggerPx: string; readonly tpsl: 'tp' | 'sl' };

export interface WireCancel {
  readonly asset: number;
  readonly named: { readonly oid: number } | { readonly cloid: string };
}

const tifs = ['Gtc', 'Ioc', 'Alo', 'FrontendMarket'] as const;
const groupings = ['na', 'normalTpsl', 'positionTpsl'] as const;

/** Reads the fields that were sent, in the exchange's order. */
export function readAction(value: unknown): Action {
  const fields = readFields(value);
  const type = readText(fields.type);
  switch (type) {
    case 'order':
      return readOrders(fields);
    case 'cancel':
      return readCancels(fields, (each) => {
        const { a, o } = each;
        const [asset, oid] = [readWhole(a), readWhole(o)];
        return { cancel: { asset, named: { oid } }, packed: { a: asset, o: oid } };
      });
    case 'cancelByCloid':
      return readCancels(fields, (each) => {
        const [asset, cloid] = [readWhole(each.asset), readCloid(each.cloid)];
        return { cancel: { asset, named: { cloid } }, packed: { asset, cloid } };
      });
    case 'setReferrer':
      return { type, packed: { type, code: readText(fields.code) } };
    default:
      throw new NotSimulated(`the action ${type}`);
  }
}

interface ReadCancel {
  readonly cancel: WireCancel;
  readonly packed: Packable;
}

function readCancels({ type, cancels }: Fields, read: (fields: Fields) => ReadCancel): Action {
  const all = readList(cancels).map((each) => read(readFields(each)));
  return {
    type: 'cancel',
    cancels: all.map(({ cancel }) => cancel),
    packed: { type: readText(type), cancels: all.map(({ packed }) => packed) },
  };
}

function readOrders({ orders, grouping, builder }: Fields): Action {
  const all = readList(orders).map((each) => readOrder(readFields(each)));
  const group = readWord(grouping, groupings);
  if (group !== 'na') throw new NotSimulated(`the grouping ${group}`);
  const fee = readOptional(builder, readBuilder);
  return {
    type: 'order',
    orders: all,
    builder: fee,
    packed: {
      type: 'order',
      orders: all.map(packOrder),
      grouping: group,
      ...(fee !== undefined && { builder: fee }),
    },
  };
}

function readBuilder(value: unknown): Builder {
  const { b, f } = readFields(value);
  return { b: readText(b).toLowerCase(), f: readWhole(f) };
}

function readOrder({ a, b, p, s, r, t, c }: Fields): WireOrder {
  return {
    asset: readWhole(a),
    isBuy: readFlag(b),
    price: readDecimal(p),
    size: readDecimal(s),
    reduceOnly: readFlag(r),
    kind: readKind(readFields(t)),
    cloid: readOptional(c, readCloid),
  };
}

function readKind({ limit, trigger }: Fields): WireKind {
  if (trigger === undefined) return { tif: readWord(readFields(limit).tif, tifs) };
  const { isMarket, triggerPx, tpsl } = readFields(trigger);
  return {
    isMarket: readFlag(isMarket),
    triggerPx: readDecimal(triggerPx),
    tpsl: readWord(tpsl, ['tp', 'sl']),
  };
}

function packOrder({ asset, isBuy, price, size, reduceOnly, kind, cloid }: WireOrder): Packable {
  const t = 'tif' in kind ? { limit: { tif: kind.tif } } : { trigger: packTrigger(kind) };
  const order = { a: asset, b: isBuy, p: price, s: size, r: reduceOnly, t };
  return cloid === undefined ? order : { ...order, c: cloid };
}

function packTrigger({ isMarket, triggerPx, tpsl }: Extract<WireKind, { tpsl: string }>) {
  return { isMarket, triggerPx, tpsl };
}
