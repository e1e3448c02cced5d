import { Limiter } from "../base/limiter.ts";
import { clientNetwork } from "../rate-limits/client-network.ts";
import type { Exchange } from "./exchange.ts";
import { ClientNotReading } from "./response-backlog.ts";

/** Maximum number of requests that do large work at the same time. */
const MAX_CONCURRENT = 4;

/**
 * Queue of requests with large work. Each account (or network of anonymous callers) can run one such request at a time,
 * and accounts take turns, so an account with many large requests delays only its own.
 */
export class LargeWorkQueue {
  readonly #limiter = new Limiter<string>(MAX_CONCURRENT);

  /**
   * Waits for the turn of the request's account. Returns immediately if the request already has its turn. The turn ends
   * with `endLargeWork` of the exchange.
   * @throws ClientNotReading if the client has disconnected in the meantime
   */
  async waitForTurn(exchange: Exchange): Promise<void> {
    if (exchange.isInTurn) return;
    const release = await this.#limiter.acquire(workOwner(exchange));
    exchange.startTurn(release);
    if (exchange.isDisconnected) throw new ClientNotReading("the client went away");
  }
}

const workOwner = ({ actor, ip }: Exchange): string => (actor ? `account ${actor.id}` : `network ${clientNetwork(ip)}`);
