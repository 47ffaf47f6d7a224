import { BlockList, isIP, isIPv4 } from 'node:net';
import { assert } from './assert.ts';

/** True for an address of a proxy whose word on its own client's address is taken. */
export type IsTrustedProxy = (address: string) => boolean;

interface Network {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  readonly bits: number;
}

/** Reads an address or a network such as `10.0.0.7` or `10.0.0.0/8`; undefined for neither. */
function toNetwork(text: string): Network | undefined {
  const [address = '', told, ...more] = text.split('/');
  if (isIP(address) === 0 || more.length > 0) return undefined;
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  const longest = family === 'ipv4' ? 32 : 128;
  const bits = told === undefined ? longest : Number(/^\d{1,3}$/.test(told) ? told : Number.NaN);
  return bits <= longest ? { address, family, bits } : undefined;
}

/** True for an address, and for a network with its length. */
export function isNetwork(text: string): boolean {
  return toNetwork(text) !== undefined;
}

/** Trusts the addresses and networks that are named, and no other. */
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
 * An address as such: an IPv4 one also where a socket for both families gives it as an IPv6 one,
 * and without the port that some proxies write beside it.
 */
function plainAddress(address: string): string {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1];
  const alone = (bare ?? address).replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(alone)?.[1];
  return mapped ?? alone;
}

/** Groups of 16 bits in the part of an IPv6 address that names a customer's network. */
const networkGroups = 4;

/**
 * Returns the name under which whoever calls from an address is counted. Each customer with IPv6
 * has 2^64 addresses of one network, which are therefore one name; so are texts that are none.
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

/** Names that a machine has for itself. */
export const loopbackHosts = ['localhost'] as const;
