/*
 * The curve that the chain's keys are points of: who signed a hash follows from the signature.
 */

/** In Jacobian coordinates, which need no division: x / z² and y / z³. */
interface Point {
  readonly x: bigint;
  readonly y: bigint;
  /** Zero for the point at infinity. */
  readonly z: bigint;
}

/** Of the field, and of the group. */
const prime = 2n ** 256n - 2n ** 32n - 977n;
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const generator: Point = {
  x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
  z: 1n,
};
const infinity: Point = { x: 0n, y: 1n, z: 0n };

export interface Signature {
  readonly r: bigint;
  readonly s: bigint;
  /** Which of the two points with the coordinate `r` is meant. */
  readonly isOdd: boolean;
}

/** The 64 bytes of the key that signed the hash; undefined when nobody can have. */
export function recoverKey(hash: Uint8Array, { r, s, isOdd }: Signature): Uint8Array | undefined {
  if (r <= 0n || r >= order || s <= 0n || s >= order) return undefined;
  const x = r;
  const square = field(x ** 3n + 7n);
  const root = power(square, (prime + 1n) / 4n);
  if (field(root * root) !== square) return undefined;
  const y = ((root & 1n) === 1n) === isOdd ? root : prime - root;
  const inverse = inverted(r, order);
  const digest = numberOf(hash) % order;
  const key = add(
    multiply({ x, y, z: 1n }, (s * inverse) % order),
    multiply(generator, ((order - digest) * inverse) % order),
  );
  return key.z === 0n ? undefined : toBytes(key);
}

function toBytes({ x, y, z }: Point): Uint8Array {
  const inverse = inverted(z, prime);
  const [affineX, affineY] = [field(x * inverse ** 2n), field(y * inverse ** 3n)];
  const text = [affineX, affineY].map((each) => each.toString(16).padStart(64, '0')).join('');
  return Uint8Array.from(Buffer.from(text, 'hex'));
}

function multiply(point: Point, factor: bigint): Point {
  let sum = infinity;
  let doubled = point;
  for (let rest = factor; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) sum = add(sum, doubled);
    doubled = double(doubled);
  }
  return sum;
}

function double({ x, y, z }: Point): Point {
  const [xx, yy] = [field(x * x), field(y * y)];
  const yyyy = field(yy * yy);
  const s = field(2n * ((x + yy) ** 2n - xx - yyyy));
  const m = field(3n * xx);
  const newX = field(m * m - 2n * s);
  return { x: newX, y: field(m * (s - newX) - 8n * yyyy), z: field(2n * y * z) };
}

function add(a: Point, b: Point): Point {
  if (a.z === 0n) return b;
  if (b.z === 0n) return a;
  const [aa, bb] = [field(a.z * a.z), field(b.z * b.z)];
  const [ax, bx] = [field(a.x * bb), field(b.x * aa)];
  const [ay, by] = [field(a.y * b.z * bb), field(b.y * a.z * aa)];
  const [h, r] = [field(bx - ax), field(by - ay)];
  if (h === 0n) return r === 0n ? double(a) : infinity;
  const hh = field(h * h);
  const hhh = field(h * hh);
  const v = field(ax * hh);
  const x = field(r * r - hhh - 2n * v);
  return { x, y: field(r * (v - x) - ay * hhh), z: field(h * a.z * b.z) };
}

function field(value: bigint): bigint {
  const rest = value % prime;
  return rest < 0n ? rest + prime : rest;
}

function power(base: bigint, exponent: bigint): bigint {
  let [product, square] = [1n, base];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) product = field(product * square);
    square = field(square * square);
  }
  return product;
}

/** By Euclid: `modulus` is prime and `value` no multiple of it. */
function inverted(value: bigint, modulus: bigint): bigint {
  let [low, high] = [value % modulus, modulus];
  let [factor, other] = [1n, 0n];
  while (low > 1n) {
    const quotient = high / low;
    [low, high] = [high % low, low];
    [factor, other] = [other - quotient * factor, factor];
  }
  return ((factor % modulus) + modulus) % modulus;
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}
