import { orderbookVenues } from '@windlass/contract';
import { qualityNow } from '../../shared/books/freshness.ts';
import { formatWord } from '../../shared/format.ts';
import { VenueTag } from '../../shared/ui/VenueTag.tsx';
import type { MarketView } from './view.ts';

/** Shows the venues' legend, which also switches them on and off. */
export function VenueToggles({ view }: { view: MarketView }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame and takes no flex box
    <div className="market-venues" role="group" aria-label="Venues in the merged book">
      {orderbookVenues.map((venue) => (
        <button
          key={venue}
          type="button"
          className="market-venue"
          aria-pressed={!view.off.has(venue)}
          onClick={() => view.toggle(venue)}
        >
          <VenueTag venue={venue} />
          <span className={`small market-state ${stateMood(view, venue)}`}>
            {stateWord(view, venue)}
          </span>
        </button>
      ))}
    </div>
  );
}

function stateWord({ books, selection }: MarketView, venue: string): string {
  const known = books.venues.get(venue);
  switch (selection.parts.get(venue)) {
    case 'off':
      return 'Off';
    case 'in':
      return known ? formatWord(qualityNow(books, known)) : '';
    case 'old':
      return known ? `${formatWord(qualityNow(books, known))}, left out` : '';
    default:
      return 'No book';
  }
}

function stateMood({ books, selection }: MarketView, venue: string): string {
  const known = books.venues.get(venue);
  const part = selection.parts.get(venue);
  if (part === 'old') return 'bad';
  const isGood = part === 'in' && known && qualityNow(books, known) === 'GOOD';
  return isGood ? 'good' : 'muted';
}
