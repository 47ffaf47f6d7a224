interface CcxtModule<Class> {
  readonly default: Class;
}

type Constructor = new (config: object) => object;

/** The function that ccxt writes into an instance for each endpoint of the exchange. */
type Endpoint = (...asked: readonly unknown[]) => unknown;

interface Asked {
  request(...sent: readonly unknown[]): unknown;
}

type Endpoints = readonly (readonly [name: string, of: (instance: Asked) => Endpoint])[];

/**
 * Loads one class by its file: this blocks the event loop for 70 to 95 ms for the first class and 5
 * to 15 ms for each further one, against 400 ms and 86 MB for the whole package, whose exports
 * offer only the whole.
 */
export async function loadCcxtClass<Class extends Constructor>(name: string): Promise<Class> {
  const file = new URL(`./src/${name}.js`, import.meta.resolve('ccxt'));
  const loaded: CcxtModule<Class> = await import(file.href); // tidy-ok: ccxt is a venue's to import
  return lightOf(loaded.default);
}

/**
 * Returns the same class, but creating an instance blocks the event loop for 1.5 to 5 ms instead of
 * 6 to 17: one is created for every list of markets and prices, and books and orders wait for it.
 *
 * - ccxt gives each of its 1,500 methods a second name (`fetch_order`): nobody uses them here.
 * - The names of the endpoints, some 700 of a class, are derived once, not for each instance.
 *
 * To keep ccxt from both, it constructs on a prototype that shows it no methods; then the instance
 * is given the prototype that it would have had.
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
  // Needed only as the prototype that instances start with; that of a class could not be replaced.
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

/**
 * Returns the endpoints as ccxt creates them, for any instance. No instance is kept: it has
 * credentials.
 */
function endpointsOf(prototype: object, { api, capitalize }: Constructed): Endpoints {
  const recorder = Object.create(prototype, { capitalize: { value: capitalize } });
  recorder.defineRestApi(api, 'request');
  return Object.entries<Endpoint>(recorder).map(([name, ask]) => [
    name,
    (instance) =>
      (...asked) => {
        // ccxt's endpoints send through the object that they were created for, and do so before
        // they return.
        recorder.request = (...sent: readonly unknown[]) => instance.request(...sent);
        const answer = ask(...asked);
        recorder.request = undefined;
        return answer;
      },
  ]);
}
