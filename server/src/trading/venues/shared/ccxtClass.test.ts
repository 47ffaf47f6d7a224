import { describe, expect, it, vi } from 'vitest';
import { lightOf, loadCcxtClass } from './ccxtClass.ts';

interface Instance {
  readonly id: string;
  readonly api: object;
  request(...sent: readonly unknown[]): unknown;
  capitalize(text: string): string;
}

type Exchange = new (config: object) => Instance;

const names = ['binance', 'bybit', 'gate', 'kraken', 'krakenfutures', 'okx', 'hyperliquid'];

const isSecondName = (key: string) => key.includes('_');
/**
 * Members of every object show up under names such as `function toString() { … }`, which nobody can
 * mean.
 */
const isOversight = (key: string) => key.includes(' ');

function valuesOf(instance: object): Record<string, unknown> {
  const values = Object.entries(instance).filter(([, value]) => typeof value !== 'function');
  return Object.fromEntries(values.filter(([key]) => !isOversight(key)));
}

function methodsOf(instance: object): string[] {
  const methods = Object.entries(instance).filter(([, value]) => typeof value === 'function');
  return methods.flatMap(([key]) => (isOversight(key) ? [] : [key])).sort();
}

async function plainAndLight(name: string): Promise<{ Plain: Exchange; Light: Exchange }> {
  const file = new URL(`./src/${name}.js`, import.meta.resolve('ccxt'));
  const { default: Plain } = await import(file.href);
  return { Plain, Light: lightOf<Exchange>(Plain) };
}

/** Returns the endpoints that an instance offers, each with what it sends for one parameter. */
async function sentBy(instance: Instance): Promise<Map<string, unknown>> {
  const sent = new Map<string, unknown>();
  const request = vi.spyOn(instance, 'request').mockImplementation((...all) => all);
  const prefix = Object.keys(instance.api).join('|');
  for (const [key, ask] of Object.entries(instance)) {
    if (typeof ask !== 'function' || !new RegExp(`^(${prefix})`).test(key)) continue;
    sent.set(key, await ask.call(instance, { id: 1 }, { retry: 2 }));
  }
  expect(request.mock.calls.length).toBeGreaterThan(0);
  request.mockRestore();
  return sent;
}

describe.each(names)('a light %s', (name) => {
  it('holds what a plain one holds, but for the second names of its methods', async () => {
    const { Plain, Light } = await plainAndLight(name);
    const plain = new Plain({ apiKey: 'key', options: { some: 'option' } });
    const light = new Light({ apiKey: 'key', options: { some: 'option' } });
    expect(light).toBeInstanceOf(Plain);
    expect(Object.getPrototypeOf(light)).toBe(Plain.prototype);
    expect(valuesOf(light)).toEqual(valuesOf(plain));
    const left = new Set(methodsOf(light));
    const missing = methodsOf(plain).filter((method) => !left.has(method));
    // A name of one word is its own second name: then the prototype still has it.
    expect(missing.filter((each) => !isSecondName(each) && !(each in Plain.prototype))).toEqual([]);
    expect(methodsOf(light).filter((method) => !(method in plain))).toEqual([]);
  });

  it('sends for every endpoint what a plain one sends, also as the second of its class', async () => {
    const { Plain, Light } = await plainAndLight(name);
    const plain = await sentBy(new Plain({}));
    expect(plain.size).toBeGreaterThan(2);
    expect(await sentBy(new Light({}))).toEqual(plain);
    expect(await sentBy(new Light({}))).toEqual(plain);
  });
});

it('asks through the instance that an endpoint belongs to, however calls overlap', async () => {
  const Light = await loadCcxtClass<Exchange>('okx');
  const [first, second] = [new Light({}), new Light({})];
  const heard: string[] = [];
  const open: (() => void)[] = [];
  const hear = (instance: Instance, who: string) => {
    instance.request = async () => {
      await new Promise<void>((resolve) => open.push(resolve));
      heard.push(who);
      return who;
    };
    return (instance as unknown as Record<string, () => Promise<string>>).publicGetPublicTime;
  };
  const [askFirst, askSecond] = [hear(first, 'first'), hear(second, 'second')];
  const answers = Promise.all([
    askFirst?.(),
    // The receiver does not matter: ccxt binds its endpoints.
    askSecond?.call(first),
    askFirst?.call(Object.create(first, { request: { value: () => 'another' } })),
  ]);
  expect(open).toHaveLength(3);
  for (const go of open.reverse()) go();
  expect(await answers).toEqual(['first', 'second', 'first']);
  expect(heard).toEqual(['first', 'second', 'first']);
});

it('shares nothing between instances that plain ones do not share', async () => {
  const { Plain, Light } = await plainAndLight('binance');
  const shared = (one: object, other: object) => {
    const [ours, theirs] = [valuesOf(one), valuesOf(other)];
    return Object.keys(ours).filter(
      (key) => typeof ours[key] === 'object' && ours[key] !== null && ours[key] === theirs[key],
    );
  };
  expect(shared(new Light({}), new Light({}))).toEqual(shared(new Plain({}), new Plain({})));
});
