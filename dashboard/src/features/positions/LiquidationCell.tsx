import { formatPct, formatPrice } from '../../shared/format.ts';
import type { Position } from './risk.ts';

/** Larger distances are not worth telling apart. */
const farPct = 50;

/** Shows the liquidation price and its distance: the emptier the bar, the nearer it is. */
export function LiquidationCell({ position }: { position: Position }) {
  const { liquidation_price: price, liquidation_distance_pct: distance, symbol } = position;
  if (price === null || distance === null) {
    return (
      <span className="muted" title="The exchange gives no liquidation price: the wallet covers it">
        – <span className="small">Not provided</span>
      </span>
    );
  }
  const shown = Math.min(1, Math.max(0, distance / farPct));
  return (
    <div className="positions-liquidation">
      {formatPrice(price)}
      {/* biome-ignore lint/a11y/useSemanticElements: browsers let no style reach into a meter */}
      <div
        className={`bar ${moodOf(distance)}`}
        role="meter"
        aria-label={`Distance of ${symbol} to its liquidation price`}
        aria-valuenow={Math.round(distance * 10) / 10}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={`${formatPct(distance)} of the mark price`}
      >
        <span style={{ transform: `scaleX(${shown})` }} />
      </div>
      <span className="small">
        {formatPct(distance, distance < 100 ? 1 : 0)} away{distance < nearPct && ': near'}
      </span>
    </div>
  );
}

/** Percent of the mark price: the usual move of large coins in a day, and three times that. */
const nearPct = 5;
const closePct = 15;

function moodOf(distance: number): 'bad' | 'warn' | 'good' {
  if (distance < nearPct) return 'bad';
  return distance < closePct ? 'warn' : 'good';
}
