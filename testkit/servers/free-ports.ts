import { once } from "node:events";
import { createServer, type ListenOptions, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterFile } from "../cleanup.ts";

/** Below the ports that systems give to connections and to servers that take any. */
const FIRST_PORT = 20_000;
const LAST_PORT = 31_999;
let nextPort = FIRST_PORT;

/**
 * Ports of 127.0.0.1 for programs that must be told theirs, and for servers that are started again on the same one. No other
 * process of the tests gets them before the file's tests are done.
 */
export async function reserveFreePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    if (nextPort > LAST_PORT) throw new Error(`no port from ${FIRST_PORT} to ${LAST_PORT} is free`);
    const port = nextPort;
    nextPort += 1;
    const reservation = await tryListen({ path: reservationName(port) });
    if (!reservation) continue;
    const server = await tryListen({ port, host: "127.0.0.1" });
    server?.close();
    if (!server) {
      reservation.close();
      continue;
    }
    ports.push(port);
    afterFile(async () => {
      nextPort = FIRST_PORT;
      reservation.close();
    });
  }
  return ports;
}

/**
 * A name that one process at a time can listen on. On Linux it is free again however the process ends; elsewhere a killed process
 * leaves a file, and its port is not used any more.
 */
const reservationName = (port: number): string =>
  process.platform === "linux" ? `\0parlance-test-port-${port}` : join(tmpdir(), `parlance-test-port-${port}`);

/** A server that listens there, undefined where another one does. It does not keep the process alive. */
async function tryListen(where: ListenOptions): Promise<Server | undefined> {
  const server = createServer().unref().listen(where);
  try {
    await once(server, "listening");
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return undefined;
    throw error;
  }
}
