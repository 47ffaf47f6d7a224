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

/** An IPv4 address as such, also where a socket for both families gives it as an IPv6 one. */
export function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? address;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

export function isLoopback(address: string): boolean {
  return isListed(loopback, address);
}

/** Names that a machine has for itself. */
export const loopbackHosts = ['localhost'] as const;
