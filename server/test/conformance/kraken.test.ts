import { runConformance } from './runConformance.ts';

runConformance('kraken');
