export { toPositionWire } from './wire.ts';
