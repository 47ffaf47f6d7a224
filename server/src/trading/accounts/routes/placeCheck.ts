import { assert } from '../../../kit/assert.ts';
import type { Account } from '../../model/account.ts';
import type { VenueId } from '../../model/venue.ts';
import { type Environment, globalRegion } from '../../model/venuePlace.ts';
import { capabilitiesOf } from '../../venues/registry.ts';

type Finding = readonly [field: string, message: string];

interface Wanted {
  readonly mode: Account['mode'];
  readonly environment: Environment;
  readonly region: string;
}

/**
 * Returns a finding for an environment that the venue lacks, or for a region that it lacks in it.
 */
export function placeFindings(wanted: Wanted, venue: VenueId): Finding[] {
  const { mode, environment, region } = wanted;
  if (mode === 'paper') return paperFindings(wanted);
  const capabilities = capabilitiesOf(venue);
  assert(capabilities, `${venue} has capabilities`);
  const { hosts, notes } = capabilities;
  const found = hosts[environment];
  if (!found) {
    const has = Object.keys(hosts).join(', ');
    const why = notes.environments === undefined ? '' : ` (${notes.environments})`;
    return [['environment', `environment must be one that ${venue} has: ${has}${why}`]];
  }
  if (Object.hasOwn(found.regions, region)) return [];
  const regions = Object.keys(found.regions);
  const where = `region must be one that ${venue} has in ${environment}: ${regions.join(', ')}`;
  return [['region', where]];
}

/** Orders of a paper account meet the public books, which are those of production. */
function paperFindings({ environment, region }: Wanted): Finding[] {
  const findings: Finding[] = [];
  if (environment !== 'production') {
    const why = 'a paper account trades on the books of production';
    findings.push(['environment', `environment must be production: ${why}`]);
  }
  if (region !== globalRegion) {
    findings.push(['region', `region must be ${globalRegion}: paper accounts are at no exchange`]);
  }
  return findings;
}

/** An account never moves to another place; a request may still name the place where it is. */
export function movingFindings(
  named: { readonly environment?: string | undefined; readonly region?: string | undefined },
  account: Account,
): Finding[] {
  return (['environment', 'region'] as const).flatMap((field): Finding[] => {
    const wanted = named[field];
    if (wanted === undefined || wanted === account[field]) return [];
    const message = `${field} of an account never changes (it is ${account[field]}): add another`;
    return [[field, message]];
  });
}
