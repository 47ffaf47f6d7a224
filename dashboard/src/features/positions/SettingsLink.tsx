import type { ReactNode } from 'react';
import { hashOf, useLocation } from '../../shared/location.ts';
import type { Position } from './risk.ts';

/** Id of the settings of leverage and margin mode, further down the page. */
export const settingsId = 'positions-settings';

/** Links to the settings of the position's market. */
export function SettingsLink({ position, children }: { position: Position; children: ReactNode }) {
  const { page, params } = useLocation();
  const { exchange_account_id: of, symbol } = position;
  const next = { ...Object.fromEntries(params), of, symbol };
  return (
    <a
      href={hashOf(page, next)}
      title={`Leverage and margin mode of ${symbol} on ${of}`}
      onClick={() => document.getElementById(settingsId)?.scrollIntoView()}
    >
      {children}
    </a>
  );
}
