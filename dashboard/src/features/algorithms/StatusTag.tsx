import type { AlgorithmStatusWire } from '@windlass/contract';
import { formatWord } from '../../shared/format.ts';
import { Tag } from '../../shared/ui/Notes.tsx';
import { statusMoods } from './words.ts';

export function StatusTag({ status }: { status: AlgorithmStatusWire }) {
  const mood = statusMoods[status];
  return <Tag {...(mood && { mood })}>{formatWord(status)}</Tag>;
}
