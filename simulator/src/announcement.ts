import { ccxtSnippet, type SnippetLanguage } from './ccxtSnippet.ts';
import { hostsOfVenue, mainOf, type SiteName } from './simulator.ts';
import { twins } from './twins.ts';
import type { DemoAccount } from './world/listing.ts';

/** A listening simulator and the markets that it offers. */
export interface Running {
  readonly url: string;
  readonly seed: number;
  readonly faults: string;
  readonly venues: readonly SiteName[];
  markets(venue: SiteName): readonly string[];
}

/** ccxt's class names of the exchanges that it names differently from us. */
const ccxtClasses: ReadonlyMap<string, string> = new Map([['gateio', 'gate']]);

/** Returns the announcement as one line of JSON, for programs. */
export function announceJson(running: Running): string {
  const { url, seed, faults, venues, markets } = running;
  const said = {
    url,
    transport: transportOf(url),
    seed,
    faults,
    venues: venues.map((venue) => ({
      venue,
      ccxt: ccxtClassOf(venue),
      hosts: hostsOfVenue(venue),
      markets: markets(venue),
      accounts: twins[mainOf(venue)].listing.accounts.map((account) => ({
        purpose: account.purpose,
        credentials: credentialsOf(venue, account),
      })),
    })),
  };
  return `${JSON.stringify(said)}\n`;
}

/** Returns the announcement for people, with a program to start from. */
export function announce(running: Running): string {
  const { url, seed, faults, venues } = running;
  const wsUrl = url.replace(/^http/, 'ws');
  const [first] = venues;
  return [
    `${venues.length} exchanges at ${url} (seed ${seed}, faults ${faults}); Ctrl-C ends them.`,
    '',
    'Reach them by any of',
    `  the exchange's own Host header at ${url}`,
    `  ${url}/<host>/<path> for requests`,
    `  ${wsUrl}/<host>/<path> for streams`,
    `  WINDLASS_VENUE_TRANSPORT=${transportOf(url)} for a Windlass service`,
    ...venues.flatMap((venue) => ['', ...venueLines(running, venue)]),
    ...(first === undefined ? [] : ['', ...snippetLines(running, first)]),
    '',
  ].join('\n');
}

function venueLines({ markets }: Running, venue: SiteName): readonly string[] {
  return [
    `${venue} (ccxt.pro.${ccxtClassOf(venue)})`,
    `  hosts    ${(hostsOfVenue(venue)).join(', ')}`,
    `  markets  ${markets(venue).join(', ')}`,
    ...twins[mainOf(venue)].listing.accounts.flatMap((account) => [
      `  account  ${account.purpose}`,
      ...Object.entries(credentialsOf(venue, account)).map(
        ([name, value]) => `    ${name.padEnd(nameWidth)}${value}`,
      ),
    ]),
  ];
}

/** Length of ccxt's longest credential name, plus a space. */
const nameWidth = 'walletAddress '.length;

function snippetLines(running: Running, venue: SiteName): readonly string[] {
  const languages: readonly (readonly [SnippetLanguage, string])[] = [
    ['typescript', 'TypeScript'],
    ['python', 'Python'],
  ];
  return languages.flatMap(([language, name], at) => [
    ...(at === 0 ? [] : ['']),
    `${name}, for ${venue} (another exchange's: name it first in --venues):`,
    '',
    ...snippetOf(running, venue, language).trimEnd().split('\n'),
  ]);
}

function snippetOf(running: Running, venue: SiteName, language: SnippetLanguage): string {
  const [account] = twins[mainOf(venue)].listing.accounts;
  return ccxtSnippet(language, {
    url: running.url,
    exchangeClass: ccxtClassOf(venue),
    credentials: account ? credentialsOf(venue, account) : {},
    symbol: running.markets(venue)[0] ?? '',
  });
}

function transportOf(url: string): string {
  return `simulator:${url}`;
}

/** Returns ccxt's class name of an exchange. */
export function ccxtClassOf(venue: SiteName): string {
  return ccxtClasses.get(mainOf(venue)) ?? mainOf(venue);
}

/** Returns an account's credentials under ccxt's names; for a wallet, its address and its key. */
export function credentialsOf(
  venue: SiteName,
  { apiKey, secret, passphrase }: DemoAccount,
): Readonly<Record<string, string>> {
  if (twins[mainOf(venue)].listing.isWallet) return { walletAddress: apiKey, privateKey: secret };
  return { apiKey, secret, ...(passphrase !== undefined && { password: passphrase }) };
}
