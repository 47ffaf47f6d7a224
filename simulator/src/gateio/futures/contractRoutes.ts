import type { Routes } from '../call.ts';
import { accountRoutes } from './account.ts';
import { accountBookRoutes } from './accountBook.ts';
import { candleRoutes } from './candles.ts';
import { orderRoutes } from './orders.ts';
import { positionRoutes } from './positions.ts';
import { priceOrderRoutes } from './priceOrders.ts';
import { publicRoutes } from './publicRoutes.ts';

/**
 * Routes of perpetuals or of dated contracts; both have the same ones, in a folder of their own.
 */
export function contractRoutes(folder: 'futures' | 'delivery'): Routes {
  const root = `/${folder}/{settle}`;
  return {
    ...publicRoutes(root),
    ...candleRoutes(root),
    ...accountRoutes(root),
    ...accountBookRoutes(root),
    ...positionRoutes(root, folder === 'futures'),
    ...orderRoutes(root, folder === 'futures'),
    ...priceOrderRoutes(root),
  };
}
