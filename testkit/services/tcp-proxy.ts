import { once } from "node:events";
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * A proxy that distributes connections among several targets in turn, as a load balancer does. It can delay data, like
 * a slow network.
 */
export class TcpProxy implements AsyncDisposable {
  /** Delay of each chunk that the targets send, in milliseconds. */
  delayMs = 0;
  readonly #targets: readonly NetConnectOpts[];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #next = 0;

  private constructor(targets: readonly NetConnectOpts[]) {
    this.#targets = targets;
    // A client that has closed its sending direction may still wait for a response.
    this.#server = createServer({ allowHalfOpen: true }, (client) => void this.#serve(client));
  }

  /** Starts a proxy on a free port of 127.0.0.1. */
  static async start(targets: readonly NetConnectOpts[]): Promise<TcpProxy> {
    const proxy = new TcpProxy(targets);
    await once(proxy.#server.listen(0, "127.0.0.1"), "listening");
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Closes all current connections. New connections are accepted. */
  disconnectClients(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async #serve(client: Socket): Promise<void> {
    this.#track(client);
    const target = await this.#connect();
    if (!target) return void client.destroy();
    this.#track(target);
    client.on("close", () => target.destroy());
    target.on("close", () => client.destroy());
    client.pipe(target);
    try {
      for await (const piece of target as AsyncIterable<Buffer>) {
        if (this.delayMs > 0) await sleep(this.delayMs);
        if (!client.write(piece)) await Promise.race([once(client, "drain"), once(client, "close")]);
      }
      client.end();
    } catch {
      client.destroy();
    }
  }

  /** Connects to the next target that accepts the connection. Returns undefined if no target accepts it. */
  async #connect(): Promise<Socket | undefined> {
    for (let tries = 0; tries < this.#targets.length; tries += 1) {
      const target = connect({ ...(this.#targets[this.#next] as NetConnectOpts), allowHalfOpen: true });
      this.#next = (this.#next + 1) % this.#targets.length;
      const connected = await once(target, "connect").catch(() => null);
      if (connected) return target;
    }
    return undefined;
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => this.#sockets.delete(socket));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server.close(), "close");
    this.disconnectClients();
    await closed;
  }
}
