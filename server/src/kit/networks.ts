import { BlockList, isIP, isIPv4 } from 'node:net';
import { assert } from './assert.ts';

/** Returns true for the address of a proxy that is trusted to tell its client's address. */
export type IsTrustedProxy = (address: string) => boolean;

interface Network {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  readonly bits: number;
}

/** Reads an address or a network such as `10.0.0.7` or `10.0.0.0/8`; undefined for other text. */
function toNetwork(text: string): Network | undefined {
  const [address = '', told, ...more] = text.split('/');
  if (isIP(address) === 0 || more.length > 0) return undefined;
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  const longest = family === 'ipv4' ? 32 : 128;
  const bits = told === undefined ? longest : Number(/^\d{1,3}$/.test(told) ? told : Number.NaN);
  return bits <= longest ? { address, family, bits } : undefined;
}

/** Returns true for an address, and for a network with its prefix length. */
export function isNetwork(text: string): boolean {
  return toNetwork(text) !== undefined;
}

/** Trusts only the named addresses and networks. */
export function trustedProxies(texts: readonly string[]): IsTrustedProxy {
  const list = new BlockList();
  for (const text of texts) {
    const network = toNetwork(text);
    assert(network !== undefined, `settings name addresses and networks alone (got ${text})`);
    list.addSubnet(network.address, network.bits, network.family);
  }
  return (address) => isListed(list, address);
}

function isListed(list: BlockList, address: string): boolean {
  const plain = plainAddress(address);
  return isIP(plain) !== 0 && list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
}

/**
 * Returns the bare address: as IPv4 even when a socket for both families reports it as IPv6, and
 * without the port that some proxies add.
 */
function plainAddress(address: string): string {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1];
  const alone = (bare ?? address).replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(alone)?.[1];
  return mapped ?? alone;
}

/** Number of 16-bit groups in the part of an IPv6 address that names a customer's network. */
const networkGroups = 4;

/**
 * Returns the name under which a caller's requests are counted. Each customer with IPv6 has the
 * 2^64 addresses of one network, so that network is one name. Texts that are no addresses also
 * share one.
 */
export function countedAddress(address: string): string {
  const plain = plainAddress(address);
  const family = isIP(plain);
  if (family === 4) return plain;
  if (family === 0) return 'unknown';
  const [head = '', tail] = plain.split('::');
  const groupsOf = (part: string) => part.split(':').filter((group) => group !== '');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  // An IPv4 address at the end stands for two groups.
  const length = before.length + after.length + (plain.includes('.') ? 1 : 0);
  const groups = [...before, ...Array<string>(Math.max(0, 8 - length)).fill('0'), ...after];
  const network = groups.slice(0, networkGroups).map((group) => Number.parseInt(group, 16));
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

export function isLoopback(address: string): boolean {
  return isListed(loopback, address);
}

/** Names by which a machine calls itself. */
export const loopbackHosts = ['localhost'] as const;
