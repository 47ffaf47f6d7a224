import { venueColor, venueName } from '../venues.ts';

/** Shows an exchange's name with its colour, which is never the only sign of it. */
export function VenueTag({ venue }: { venue: string }) {
  return (
    <span className="row" style={{ gap: 6, display: 'inline-flex', flexWrap: 'nowrap' }}>
      <span className="swatch" style={{ background: venueColor(venue) }} />
      {venueName(venue)}
    </span>
  );
}
