export { always } from './backpressure.ts';
export { kindOf, shortened } from './echo.ts';
export { toPacket } from './packets.ts';
