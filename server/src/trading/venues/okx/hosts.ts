import type { PlaceHosts, VenueHosts } from '../shared/placeHosts.ts';

function hostsAt(rest: string, stream: string): PlaceHosts {
  return {
    rest: [rest],
    addresses: {
      'https://www.okx.com/': `https://${rest}/`,
      'wss://ws.okx.com:8443/': `wss://${stream}:8443/`,
    },
  };
}

/**
 * Hosts of a demo, which are those of the region: a header marks it as not real, without which the
 * key is wrong.
 */
function demoAt(rest: string, stream: string): PlaceHosts {
  return { ...hostsAt(rest, stream), headers: { 'x-simulated-trading': '1' } };
}

export const okxHosts: VenueHosts = {
  production: {
    regions: {
      global: { rest: ['www.okx.com'] },
      eea: hostsAt('eea.okx.com', 'wseea.okx.com'),
      us: hostsAt('us.okx.com', 'wsus.okx.com'),
    },
    books: 'own',
  },
  demo: {
    regions: {
      global: demoAt('www.okx.com', 'wspap.okx.com'),
      eea: demoAt('eea.okx.com', 'wseeapap.okx.com'),
      us: demoAt('us.okx.com', 'wsuspap.okx.com'),
    },
    books: 'own',
  },
};

/**
 * Hosts of the public streams, including past ones; the hosts of a group serve the same streams.
 */
export const okxStreamHosts: readonly (readonly string[])[] = [
  [
    'ws.okx.com',
    'wsaws.okx.com',
    'wseea.okx.com',
    'wsus.okx.com',
    'ws.okex.com',
    'wspap.okx.com',
    'wseeapap.okx.com',
    'wsuspap.okx.com',
  ],
];
