import { once } from "node:events";
import { createServer, type ListenOptions, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterFile } from "../cleanup.ts";

/** Lowest port that is reserved. The range is below the ports that operating systems assign automatically. */
const FIRST_PORT = 20_000;
const LAST_PORT = 31_999;
let nextPort = FIRST_PORT;

/**
 * Reserves ports of 127.0.0.1, for programs that need a fixed port and for servers that are restarted on the same port.
 * No other test process gets these ports until the file's tests are done.
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
 * Returns the name of a socket that reserves a port, because only one process at a time can listen on it. On Linux, the
 * reservation ends with the process, even if it is killed. On other systems, a killed process leaves a file behind, and
 * the port is not used again.
 */
const reservationName = (port: number): string =>
  process.platform === "linux" ? `\0parlance-test-port-${port}` : join(tmpdir(), `parlance-test-port-${port}`);

/**
 * Starts a server at an address. Returns undefined if another server listens there. The server does not keep the
 * process alive.
 */
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
