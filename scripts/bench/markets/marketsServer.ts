/** `node marketsServer.ts <port>`: the made-up service in a process of its own. */
import { createMadeUpService } from './madeUpService.ts';

const [port] = process.argv.slice(2);
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1e6);
});
const service = await createMadeUpService();
await service.listen({ port: Number(port), host: '127.0.0.1' });
