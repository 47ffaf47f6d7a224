import type { AlgorithmStatusWire, AlgorithmTypeWire } from '@windlass/contract';

export const typeNames: Readonly<Record<AlgorithmTypeWire, string>> = {
  twap: 'TWAP',
  ladder: 'Ladder',
  sweep: 'Sweep',
  timepace: 'Timepace',
  spread: 'Spread',
  funding_arb: 'Funding arb',
};

/** Descriptions of the types, for people who choose between them. */
export const typeDescriptions: Readonly<Record<AlgorithmTypeWire, string>> = {
  twap:
    'Splits the quantity evenly over a duration. Each slice rests in the book first and is ' +
    'executed at once half way through its interval; missed quantity is caught up.',
  ladder: 'Rests limit orders at several prices away from the market and waits to be hit.',
  sweep: 'Takes what is offered now, over all accounts, in rounds of immediate orders.',
  timepace:
    'Trades a fixed quantity each interval until all is done. What an interval misses is lost, ' +
    'not caught up, so it may take longer.',
  spread:
    'Trades the symbol and hedges every fill on another symbol of the same asset. The two legs ' +
    'never differ by more than the risk quantity.',
  funding_arb:
    'Waits until funding pays, then holds spot against a short perpetual of the same size, and ' +
    'closes both when funding fades or a limit of risk is met.',
};

type Mood = 'info' | 'good' | 'warn' | 'bad';

export const statusMoods: Readonly<Record<AlgorithmStatusWire, Mood | undefined>> = {
  RUNNING: 'info',
  PAUSED: 'warn',
  CANCELLING: 'warn',
  COMPLETED: 'good',
  CANCELLED: undefined,
  FAILED: 'bad',
};

export function isEnded(status: AlgorithmStatusWire): boolean {
  return status === 'COMPLETED' || status === 'CANCELLED' || status === 'FAILED';
}

/** True for types that trade two symbols against each other. */
export function isPair(type: AlgorithmTypeWire): boolean {
  return type === 'spread' || type === 'funding_arb';
}
