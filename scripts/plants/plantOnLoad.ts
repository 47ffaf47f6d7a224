import { plantAsLoaded } from '../../server/test/support/plants/loading.ts';
import { plantedIn } from './processes.ts';

// Loaded before a script (`node --import`): plants the mistake that its process was given.

plantAsLoaded(JSON.parse(process.env[plantedIn] ?? ''));
