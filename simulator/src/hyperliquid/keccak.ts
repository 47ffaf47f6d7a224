/*
 * Keccak-256 as the chains use it: like SHA3-256, but for one byte of the padding.
 */

const rounds = 24;
/** Bytes that are taken in at once; the rest of the state is never seen. */
const rateBytes = 136;
const lanes = 25;
const word = (1n << 64n) - 1n;

/** Rotations of the lanes, in the order in which one takes the place of the next. */
const rotations = [
  1n,
  3n,
  6n,
  10n,
  15n,
  21n,
  28n,
  36n,
  45n,
  55n,
  2n,
  14n,
  27n,
  41n,
  56n,
  8n,
  25n,
  43n,
  62n,
  18n,
  39n,
  61n,
  20n,
  44n,
] as const;
const places = [
  10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1,
] as const;

/** One for each round, from the standard's shift register. */
const roundConstants: readonly bigint[] = makeRoundConstants();

export function keccak256(data: Uint8Array): Uint8Array {
  const padded = pad(data);
  const state = new Array<bigint>(lanes).fill(0n);
  for (let start = 0; start < padded.length; start += rateBytes) {
    const block = new DataView(padded.buffer, padded.byteOffset + start, rateBytes);
    for (let lane = 0; lane < rateBytes / 8; lane += 1) {
      state[lane] = laneOf(state, lane) ^ block.getBigUint64(lane * 8, true);
    }
    permute(state);
  }
  const hash = new DataView(new ArrayBuffer(32));
  for (let lane = 0; lane < 4; lane += 1) hash.setBigUint64(lane * 8, laneOf(state, lane), true);
  return new Uint8Array(hash.buffer);
}

function pad(data: Uint8Array): Uint8Array {
  const blocks = Math.floor(data.length / rateBytes) + 1;
  const padded = new Uint8Array(blocks * rateBytes);
  padded.set(data);
  const last = padded.length - 1;
  padded[data.length] = 1;
  padded[last] = (padded[last] ?? 0) | 0x80;
  return padded;
}

function permute(state: bigint[]): void {
  for (let round = 0; round < rounds; round += 1) {
    mixColumns(state);
    moveLanes(state);
    mixRows(state);
    state[0] = laneOf(state, 0) ^ (roundConstants[round] ?? 0n);
  }
}

function mixColumns(state: bigint[]): void {
  const parity = [0, 1, 2, 3, 4].map((x) =>
    [0, 5, 10, 15, 20].reduce((all, y) => all ^ laneOf(state, x + y), 0n),
  );
  for (let lane = 0; lane < lanes; lane += 1) {
    const left = parity[(lane + 4) % 5] ?? 0n;
    const right = parity[(lane + 1) % 5] ?? 0n;
    state[lane] = laneOf(state, lane) ^ left ^ rotated(right, 1n);
  }
}

function moveLanes(state: bigint[]): void {
  let moving = laneOf(state, 1);
  for (const [step, place] of places.entries()) {
    const next = laneOf(state, place);
    state[place] = rotated(moving, rotations[step] ?? 0n);
    moving = next;
  }
}

function mixRows(state: bigint[]): void {
  for (let row = 0; row < lanes; row += 5) {
    const old = state.slice(row, row + 5);
    for (let x = 0; x < 5; x += 1) {
      const [own, next, second] = [old[x] ?? 0n, old[(x + 1) % 5] ?? 0n, old[(x + 2) % 5] ?? 0n];
      state[row + x] = own ^ (~next & word & second);
    }
  }
}

function rotated(value: bigint, bits: bigint): bigint {
  return ((value << bits) | (value >> (64n - bits))) & word;
}

function laneOf(state: readonly bigint[], lane: number): bigint {
  return state[lane] ?? 0n;
}

function makeRoundConstants(): bigint[] {
  let register = 1;
  return Array.from({ length: rounds }, () => {
    let constant = 0n;
    for (let power = 0; power < 7; power += 1) {
      if ((register & 1) === 1) constant |= 1n << ((1n << BigInt(power)) - 1n);
      register = (register << 1) ^ ((register >> 7) * 0x171);
    }
    return constant;
  });
}
