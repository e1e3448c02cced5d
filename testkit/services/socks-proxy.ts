import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

const VERSION = 5;
const NO_AUTHENTICATION = Buffer.from([VERSION, 0]);
/** Length of an address in bytes, by address type. The first byte of a host name contains its length. */
const ADDRESS_BYTES: Readonly<Record<number, (afterType: number) => number>> = {
  1: () => 4,
  3: (length) => 1 + length,
  4: () => 16,
};
const [SUCCEEDED, REFUSED] = [0, 5];

/** A SOCKS 5 proxy that connects every client to the same port of this machine, whichever host the client requests. */
export class SocksProxy implements AsyncDisposable {
  readonly url: string;
  readonly #server: ReturnType<typeof createServer>;
  readonly #sockets: Set<Socket>;

  private constructor(server: ReturnType<typeof createServer>, sockets: Set<Socket>) {
    this.#server = server;
    this.#sockets = sockets;
    this.url = `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(port: number): Promise<SocksProxy> {
    const sockets = new Set<Socket>();
    const add = (socket: Socket) => {
      sockets.add(socket.setNoDelay());
      // An error is followed by "close", which is sufficient for closing the other side.
      socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
    };
    const server = createServer((client) => {
      add(client);
      void negotiate(client).then((isAgreed) => {
        if (!isAgreed) return client.destroy();
        const target = connect({ port, host: "127.0.0.1" });
        add(target);
        return join(client, target);
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new SocksProxy(server, sockets);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

/**
 * Handles a client's messages before the connection to the target: its authentication methods and the target address.
 * Returns false if the client does not use SOCKS 5 or disconnects.
 */
async function negotiate(client: Socket): Promise<boolean> {
  const greeting = await read(client, (bytes) => 2 + (bytes[1] ?? Infinity));
  if (greeting?.[0] !== VERSION) return false;
  client.write(NO_AUTHENTICATION);
  const request = await read(client, (bytes) => {
    const [, , , type = 0, afterType] = bytes;
    return afterType === undefined ? Infinity : 6 + (ADDRESS_BYTES[type]?.(afterType) ?? 0);
  });
  return request?.[0] === VERSION;
}

/**
 * Reads as many bytes as `needed` returns for the bytes received so far. Returns null if the client closes the
 * connection first.
 */
function read(client: Socket, needed: (bytes: Buffer) => number): Promise<Buffer | null> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    const settle = (result: Buffer | null) => {
      client.off("data", receive).off("close", abort).pause();
      resolve(result);
    };
    const receive = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      const length = needed(bytes);
      if (bytes.length < length) return;
      client.unshift(bytes.subarray(length));
      settle(bytes.subarray(0, length));
    };
    const abort = () => settle(null);
    client.on("data", receive).once("close", abort).resume();
  });
}

/** Forwards data in both directions as soon as the target has accepted the connection. */
function join(client: Socket, target: Socket): void {
  const reply = (code: number) => client.write(Buffer.from([VERSION, code, 0, 1, 0, 0, 0, 0, 0, 0]));
  const refuse = () => {
    reply(REFUSED);
    client.end();
  };
  target.once("error", refuse);
  target.once("connect", () => {
    target.off("error", refuse);
    reply(SUCCEEDED);
    client.pipe(target).pipe(client);
    client.once("close", () => target.destroy());
    target.once("close", () => client.destroy());
  });
}
