import { type Incarnation, type SimulationRun, startIncarnation } from './incarnation.ts';
import { followStream, type StreamClients } from './streamClients.ts';

/** Milliseconds within which a service manager starts the service again. */
const downMsMax = 4_000;

/** An incarnation with the clients of its stream. */
export interface Service extends Incarnation {
  readonly clients: StreamClients | undefined;
}

/** Starts a service with its books open, so that orders find a price. */
export async function begin(simulation: SimulationRun, number: number): Promise<Service> {
  const { accounts, symbols } = simulation.scenery;
  for (let life = number; ; life += 1) {
    const service = await startIncarnation(simulation, life);
    if (service) {
      const venues = accounts.map(({ venue }) => venue);
      service.app.trading?.orderbook.subscribe(symbols, venues);
      await simulation.world.clock.advance(500, () => service.life.isOver);
      if (!service.life.isOver) return { ...service, clients: followStream(simulation, service) };
    }
    await bury(simulation);
  }
}

export async function restart(simulation: SimulationRun, number: number): Promise<Service> {
  await bury(simulation);
  const service = await begin(simulation, number);
  simulation.store.writeLate();
  return service;
}

/** Ends a dead service: only its durable tables remain. */
async function bury({ world, store }: SimulationRun): Promise<void> {
  await world.clock.drain();
  world.venues.doors.clear();
  world.venues.underWay.clear();
  world.venues.answered.clear();
  store.recover();
  await world.clock.advance(world.chance(`down ${world.crashes.count()}`).integer(0, downMsMax));
}
