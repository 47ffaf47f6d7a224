import { runConformance } from './runConformance.ts';

runConformance('bybit');
