interface CcxtModule<Class> {
  readonly default: Class;
}

type Constructor = new (config: object) => object;

/** What ccxt writes into an instance for each endpoint of the exchange. */
type Endpoint = (...asked: readonly unknown[]) => unknown;

interface Asked {
  request(...sent: readonly unknown[]): unknown;
}

type Endpoints = readonly (readonly [name: string, of: (instance: Asked) => Endpoint])[];

/**
 * Loads one class by its file: 70 to 95 ms of the event loop for the first and 5 to 15 ms for each
 * further one, against 400 ms and 86 MB for the whole package, whose exports name only the whole.
 */
export async function loadCcxtClass<Class extends Constructor>(name: string): Promise<Class> {
  const file = new URL(`./src/${name}.js`, import.meta.resolve('ccxt'));
  const loaded: CcxtModule<Class> = await import(file.href); // tidy-ok: ccxt is a venue's to import
  return lightOf(loaded.default);
}

/**
 * The same class, but making an instance takes the event loop for 1.5 to 5 ms instead of 6 to 17:
 * one is made for every list of markets and prices, and books and orders wait for it.
 *
 * - ccxt gives each of its 1,500 methods a second name (`fetch_order`): nobody uses them here.
 * - The names of the endpoints, some 700 of a class, are worked out once, not for each instance.
 *
 * So that ccxt does neither, it constructs on a prototype that tells it of no method; then the
 * instance is given the one it would have had.
 */
export function lightOf<Class extends Constructor>(Exchange: Class): Class {
  const { prototype } = Exchange;
  let endpoints: Endpoints | undefined;
  const quiet = new Proxy(prototype, {
    ownKeys: () => [],
    getPrototypeOf: () => null,
    get(target, key, instance) {
      if (key !== 'defineRestApi') return Reflect.get(target, key, instance);
      return () => {
        endpoints ??= endpointsOf(target, instance);
        for (const [name, endpointOf] of endpoints) instance[name] = endpointOf(instance);
      };
    },
  });
  // Needed only for what instances begin on; the prototype of a class could not be replaced.
  const begun = Object.assign(function begun() {}, { prototype: quiet });
  return new Proxy(Exchange, {
    construct: (_, args) =>
      Object.setPrototypeOf(Reflect.construct(Exchange, args, begun), prototype),
  });
}

interface Constructed {
  readonly api: unknown;
  capitalize(text: string): string;
}

/** The endpoints as ccxt makes them, for any instance. None is held: it has credentials. */
function endpointsOf(prototype: object, { api, capitalize }: Constructed): Endpoints {
  const recorder = Object.create(prototype, { capitalize: { value: capitalize } });
  recorder.defineRestApi(api, 'request');
  return Object.entries<Endpoint>(recorder).map(([name, ask]) => [
    name,
    (instance) =>
      (...asked) => {
        // What ccxt made sends through the object it was made for, and does so before it returns.
        recorder.request = (...sent: readonly unknown[]) => instance.request(...sent);
        const answer = ask(...asked);
        recorder.request = undefined;
        return answer;
      },
  ]);
}
