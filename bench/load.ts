import { HttpConnection } from "./http-connection.ts";
import type { RemoteServer } from "./remote-process.ts";
import type { MeasuredInRounds } from "./row.ts";

/**
 * Clients that put load on a server. Each has its own connection, and sends its request again as soon as it has
 * received the response.
 */
export class Load implements Disposable {
  readonly #server: RemoteServer;
  readonly #clients: readonly { connection: HttpConnection; request: Buffer }[];
  #answers = 0;
  #processorTime = 0;
  #lastCost = Number.NaN;

  private constructor(server: RemoteServer, clients: readonly { connection: HttpConnection; request: Buffer }[]) {
    this.#server = server;
    this.#clients = clients;
  }

  /** Creates and connects a client for each request. */
  static async connect(server: RemoteServer, requests: readonly Buffer[]): Promise<Load> {
    const clients = requests.map(async (request) => ({ request, connection: await HttpConnection.open(server.port) }));
    return new Load(server, await Promise.all(clients));
  }

  /** Lets all clients send requests for the given time. Returns the number of responses per second. */
  async rate(seconds: number): Promise<number> {
    const before = await this.#server.call<number>("processorTime");
    const began = performance.now();
    const end = began + seconds * 1000;
    let answers = 0;
    await Promise.all(
      this.#clients.map(async ({ connection, request }) => {
        while (performance.now() < end) {
          await connection.fetch(request);
          answers += 1;
        }
      }),
    );
    const rate = (answers * 1000) / (performance.now() - began);
    const processorTime = (await this.#server.call<number>("processorTime")) - before;
    this.#processorTime += processorTime;
    this.#answers += answers;
    this.#lastCost = (processorTime * 1000) / answers;
    return rate;
  }

  /**
   * Lets all clients send requests for the given time. Returns the processor time of the server's process per thousand
   * responses, in milliseconds.
   */
  async costPerThousand(seconds: number): Promise<number> {
    await this.rate(seconds);
    return this.#lastCost;
  }

  /** Average processor time of the server's process per response so far, in microseconds. */
  get cost(): number {
    return (this.#processorTime * 1000) / this.#answers;
  }

  /** Processor time of the server's process per response in the last call of `rate`, in microseconds. */
  get lastCost(): number {
    return this.#lastCost;
  }

  [Symbol.dispose](): void {
    for (const { connection } of this.#clients) connection[Symbol.dispose]();
  }
}

/** Options of the rounds of a load, and the clients of the bare server. */
interface LoadRounds {
  readonly quick: boolean;
  readonly cleanup: AsyncDisposableStack;
  /** Starts the bare server and connects its clients. */
  readonly connectBare: () => Promise<Load>;
}

/** Measures the processor time per response of the server under load, in microseconds, in rounds. */
export function costRounds(ours: Load, { quick, cleanup, connectBare }: LoadRounds): MeasuredInRounds {
  const seconds = quick ? 0.5 : 1;
  // The number of microseconds per response equals the number of milliseconds per thousand responses.
  return {
    measureRound: () => ours.costPerThousand(seconds),
    startBare: async () => {
      const bare = cleanup.use(await connectBare());
      return () => bare.costPerThousand(seconds);
    },
  };
}

/** Numbers of rounds of `costRounds`. */
export const COST_ROUNDS = { quick: 8, full: 20 };

/** Measures the number of responses per second of the server under load, in rounds. */
export function rateRounds(ours: Load, { quick, cleanup, connectBare }: LoadRounds): MeasuredInRounds {
  const seconds = quick ? 1 : 4;
  let bare: Load | undefined;
  return {
    measureRound: () => ours.rate(seconds),
    processorTime: () => ours.lastCost,
    startBare: async () => {
      const load = cleanup.use(await connectBare());
      bare = load;
      return () => load.rate(seconds);
    },
    createRemarks: () => [
      {
        text: `processor time of the server, a response: ours ${Math.round(ours.cost)} µs, bare ${Math.round(bare?.cost ?? Number.NaN)} µs`,
        ok: null,
      },
    ],
  };
}

/** Numbers of rounds of `rateRounds`. */
export const RATE_ROUNDS = { quick: 5, full: 9 };
