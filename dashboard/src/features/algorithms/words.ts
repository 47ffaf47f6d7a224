import {
  type AlgorithmStatusWire,
  type AlgorithmTypeWire,
  algorithmContract,
} from '@windlass/contract';

/** Returns the name of a type, for people. */
export function typeName(type: AlgorithmTypeWire): string {
  return algorithmContract(type).title;
}

/** Returns the description of a type, for people who choose between them. */
export function typeDescription(type: AlgorithmTypeWire): string {
  return algorithmContract(type).description;
}

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
  return algorithmContract(type).legs !== undefined;
}
