import { countWork } from "./request-rate-limits.ts";
import type { Exchange } from "./exchange.ts";
import type { Services } from "./services.ts";

/** Number of bytes of text from which creating a response counts as large work. */
export const MIN_LARGE_WORK_BYTES = 256 * 1024;

/**
 * Starts large work on the given number of bytes: waits for the account's turn, and counts the bytes in the account's
 * rate limit.
 * @throws RateLimitHit, ClientNotReading
 */
export async function startLargeWork(services: Services, exchange: Exchange, bytes: number): Promise<void> {
  await services.largeWork.waitForTurn(exchange);
  await countWork(services, exchange, bytes);
}
