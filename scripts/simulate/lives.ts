import { type House, type Incarnation, startIncarnation } from './incarnation.ts';
import { followStream, type StreamClients } from './streamClients.ts';

/** A service manager starts the service again within that. */
const downMsMax = 4_000;

/** An incarnation with whoever follows its stream. */
export interface Service extends Incarnation {
  readonly clients: StreamClients | undefined;
}

/** A fresh service with its books open, so that orders find a price. */
export async function begin(house: House, number: number): Promise<Service> {
  const { accounts, symbols } = house.scenery;
  for (let life = number; ; life += 1) {
    const service = await startIncarnation(house, life);
    if (service) {
      const venues = accounts.map(({ venue }) => venue);
      service.app.trading?.orderbook.subscribe(symbols, venues);
      await house.world.clock.advance(500, () => service.life.isOver);
      if (!service.life.isOver) return { ...service, clients: followStream(house, service) };
    }
    await bury(house);
  }
}

export async function restart(house: House, number: number): Promise<Service> {
  await bury(house);
  const service = await begin(house, number);
  house.store.writeLate();
  return service;
}

/** What is left of a dead service: its durable tables. */
async function bury({ world, store }: House): Promise<void> {
  await world.clock.drain();
  world.venues.doors.clear();
  world.venues.underWay.clear();
  world.venues.answered.clear();
  store.recover();
  await world.clock.advance(world.chance(`down ${world.crashes.count()}`).integer(0, downMsMax));
}
