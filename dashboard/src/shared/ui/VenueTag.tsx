import { venueColor, venueName } from '../venues.ts';

/** An exchange with its colour, which never stands for it alone. */
export function VenueTag({ venue }: { venue: string }) {
  return (
    <span className="row" style={{ gap: 6, display: 'inline-flex', flexWrap: 'nowrap' }}>
      <span className="swatch" style={{ background: venueColor(venue) }} />
      {venueName(venue)}
    </span>
  );
}
