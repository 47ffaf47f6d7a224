import { runConformance } from './runConformance.ts';

runConformance('gateio');
