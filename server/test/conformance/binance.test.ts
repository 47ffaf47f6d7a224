import { runConformance } from './runConformance.ts';

runConformance('binance');
