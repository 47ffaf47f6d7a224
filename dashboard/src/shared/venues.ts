import { venueFactsOf } from '@windlass/contract';

/** Returns the name as the exchange writes it. */
export function venueName(venue: string): string {
  return venueFactsOf(venue)?.name ?? venue;
}

/** Returns the venue's colour in the current theme as a CSS value. */
export function venueColor(venue: string): string {
  return `var(--venue-${venue}, var(--muted))`;
}
