import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** Ports of 127.0.0.1 on which nobody listens now, for programs that have to be told theirs. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = [];
  for (const server of servers) {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    ports.push((server.address() as AddressInfo).port);
  }
  for (const server of servers) server.close();
  return ports;
}
