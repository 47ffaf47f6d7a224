export { createReadyBooks, type ReadyBooks } from './readyBooks.ts';
