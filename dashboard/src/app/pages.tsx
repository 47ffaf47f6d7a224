import { type ComponentType, lazy } from 'react';

interface PageEntry {
  /** In the address: `#/market`. */
  readonly name: string;
  readonly title: string;
  /** Which of the two services it shows. */
  readonly service: 'trading' | 'vault' | 'any';
  readonly Page: ComponentType;
}

/** Each page is loaded when it is first opened; the first of those offered is the start. */
export const pages: readonly PageEntry[] = [
  {
    ...{ name: 'market', title: 'Market', service: 'trading' },
    Page: lazy(() => import('../features/market/MarketPage.tsx').then(asDefault('MarketPage'))),
  },
  {
    ...{ name: 'trade', title: 'Trade', service: 'trading' },
    Page: lazy(() => import('../features/trade/TradePage.tsx').then(asDefault('TradePage'))),
  },
  {
    ...{ name: 'algorithms', title: 'Algorithms', service: 'trading' },
    Page: lazy(() =>
      import('../features/algorithms/AlgorithmsPage.tsx').then(asDefault('AlgorithmsPage')),
    ),
  },
  {
    ...{ name: 'positions', title: 'Positions', service: 'trading' },
    Page: lazy(() =>
      import('../features/positions/PositionsPage.tsx').then(asDefault('PositionsPage')),
    ),
  },
  {
    ...{ name: 'tca', title: 'TCA', service: 'trading' },
    Page: lazy(() => import('../features/tca/TcaPage.tsx').then(asDefault('TcaPage'))),
  },
  {
    ...{ name: 'vaults', title: 'Vaults', service: 'vault' },
    Page: lazy(() => import('../features/vaults/VaultsPage.tsx').then(asDefault('VaultsPage'))),
  },
  {
    ...{ name: 'system', title: 'System', service: 'any' },
    Page: lazy(() => import('../features/system/SystemPage.tsx').then(asDefault('SystemPage'))),
  },
];

/** `lazy` wants default exports, which this house has not. */
function asDefault<Name extends string>(name: Name) {
  return (module: Readonly<Record<Name, ComponentType>>) => ({ default: module[name] });
}
