/**
 * Starts of the ids, which are UUIDs: the start tells the kind, the last twelve digits the number.
 */
const kinds = {
  order: '6ad2f1c4-0b5e-4f3a-9c61',
  fill: '3d57ed09-fbd6-44f1-8e8b',
  event: 'd6458bb3-2d6e-471a-a84e',
  account: '406142dd-7c5c-4a8b-acbc',
  booking: '5a1d3c77-90be-4b0f-8a53',
  withdrawal: '9053db5f-0d5e-48dd-b606',
  challenge: 'c100b894-1729-464d-ace1',
} as const;

export function uuidOf(kind: keyof typeof kinds, number: number): string {
  return `${kinds[kind]}-${number.toString(16).padStart(12, '0')}`;
}
