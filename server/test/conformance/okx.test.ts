import { runConformance } from './runConformance.ts';

runConformance('okx');
