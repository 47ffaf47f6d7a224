import type { ComponentType } from 'react';

export interface PageEntry {
  /** Name in the address: `#/market`. */
  readonly name: string;
  readonly title: string;
  /** The service that it shows. */
  readonly service: 'trading' | 'vault' | 'any';
  /** Fetches the page's code before it is drawn. */
  readonly load: () => Promise<{ readonly Page: ComponentType }>;
}

/** The pages. Each is loaded when it is first opened; the first one offered is the start page. */
export const pages: readonly PageEntry[] = [
  {
    name: 'market',
    title: 'Market',
    service: 'trading',
    load: loaded(() => import('../features/market/MarketPage.tsx'), 'MarketPage'),
  },
  {
    name: 'trade',
    title: 'Trade',
    service: 'trading',
    load: loaded(() => import('../features/trade/TradePage.tsx'), 'TradePage'),
  },
  {
    name: 'algorithms',
    title: 'Algorithms',
    service: 'trading',
    load: loaded(() => import('../features/algorithms/AlgorithmsPage.tsx'), 'AlgorithmsPage'),
  },
  {
    name: 'positions',
    title: 'Positions',
    service: 'trading',
    load: loaded(() => import('../features/positions/PositionsPage.tsx'), 'PositionsPage'),
  },
  {
    name: 'tca',
    title: 'TCA',
    service: 'trading',
    load: loaded(() => import('../features/tca/TcaPage.tsx'), 'TcaPage'),
  },
  {
    name: 'vaults',
    title: 'Vaults',
    service: 'vault',
    load: loaded(() => import('../features/vaults/VaultsPage.tsx'), 'VaultsPage'),
  },
  {
    name: 'system',
    title: 'System',
    service: 'any',
    load: loaded(() => import('../features/system/SystemPage.tsx'), 'SystemPage'),
  },
];

/** Begins to fetch the page of that name, or the start page, while the service is still asked. */
export function preloadPage(name: string): void {
  const entry = pages.find((each) => each.name === name) ?? pages[0];
  // Opening the page asks again, and shows the problem then.
  entry?.load().catch(() => undefined);
}

/** Returns a loader that names the page's component alike for every module. */
function loaded<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
) {
  return async () => ({ Page: (await load())[name] });
}
