import { venueColor } from '../../shared/venues.ts';

/** Shows a part of the whole in the colour of its exchange, with its number beside it. */
export function ShareBar({ share, venue, text }: { share: number; venue: string; text: string }) {
  const shown = Math.min(1, Math.max(0, share));
  return (
    <span className="trade-share">
      <span className="bar" aria-hidden="true">
        <span style={{ transform: `scaleX(${shown})`, background: venueColor(venue) }} />
      </span>
      <span>{text}</span>
    </span>
  );
}
