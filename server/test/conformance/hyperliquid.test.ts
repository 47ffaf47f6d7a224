import { runConformance } from './runConformance.ts';

runConformance('hyperliquid');
