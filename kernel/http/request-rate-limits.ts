import { AppError } from "../base/errors.ts";
import type { RateLimitStatus } from "../rate-limits/bucket.ts";
import { clientNetwork } from "../rate-limits/client-network.ts";
import type { RateLimitDemand } from "../rate-limits/rate-limits.ts";
import { accountLimit, addressLimit, fileLimit } from "../rate-limits/settings.ts";
import { sendError } from "./send-response.ts";
import type { Endpoint } from "./endpoint.ts";
import { MethodNotAllowed, NotFound, RateLimitHit } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { addHeaders } from "./write-response.ts";
import type { Resource } from "./resource.ts";
import type { Services } from "./services.ts";

const WRITE_COST = 1;
const READ_COST = 0.1;
/** Clients show many pictures at once, to people who cannot say to them who they are. */
const ANONYMOUS_FILE_COST = 0.01;

/** What of an operation tells how its calls count. */
type CountedOperation = Pick<Endpoint, "cost" | "kind" | "limit">;

/** How much of what the caller may ask for a call of an operation takes. */
export const requestCost = ({ cost, kind }: CountedOperation): number =>
  cost ?? (kind === "read" ? READ_COST : WRITE_COST);

/** What the caller of an operation is counted by. */
function createDemands(
  { limit }: CountedOperation,
  exchange: Exchange,
  cost: number,
  times: number,
): RateLimitDemand[] {
  const { actor } = exchange;
  if (actor === null) return [anonymousDemand(exchange, cost)];
  const own: RateLimitDemand = { limit: accountLimit, owner: actor.id, cost, rules: actor.rateRules };
  return limit === undefined ? [own] : [own, { limit, owner: actor.id, cost: times }];
}

const anonymousDemand = ({ ip }: Exchange, cost: number): RateLimitDemand => ({
  limit: addressLimit,
  owner: clientNetwork(ip),
  cost,
});

/**
 * Counts a call of an operation: by the account that asks, else by the network that it comes from.
 * @throws RateLimitHit, and then it does not count
 */
export function countRequest(
  services: Services,
  endpoint: CountedOperation,
  exchange: Exchange,
): Promise<void> | undefined {
  if (!services.rateLimits) return undefined;
  exchange.cost = requestCost(endpoint);
  return count(services, exchange, createDemands(endpoint, exchange, exchange.cost, 1));
}

/** Counts what a call takes besides, because of what it asks for. */
export function countParameters(
  services: Services,
  endpoint: Endpoint,
  exchange: Exchange,
  input: object,
): Promise<void> | undefined {
  const surcharge = services.rateLimits ? (endpoint.surcharge?.(input as never) ?? 0) : 0;
  exchange.cost += surcharge;
  return surcharge > 0 ? count(services, exchange, createDemands(endpoint, exchange, surcharge, 0)) : undefined;
}

/**
 * Counts work on so many bytes: each piece beyond the first as one more request of its kind. Without such pieces it still finds
 * out whether earlier responses have used up more than the limit.
 * @throws RateLimitHit, and then it does not count
 */
export async function countWork(services: Services, exchange: Exchange, bytes: number): Promise<void> {
  const pieces = uncountedPieces(services, exchange, bytes);
  await count(services, exchange, createDemands({ kind: "read" }, exchange, pieces * exchange.cost, 0));
  exchange.countedPieces += pieces;
}

/**
 * Counts the size of a response that is made, as far as it was not counted before. It is sent in any case: what it uses
 * beyond the limit delays the next request.
 */
export function countResponse(services: Services, endpoint: Endpoint, exchange: Exchange, bytes: number): void {
  const { rateLimits, clock } = services;
  const pieces = endpoint.ignoresResponseSize ? 0 : uncountedPieces(services, exchange, bytes);
  if (!rateLimits || pieces === 0) return;
  exchange.countedPieces += pieces;
  const standing = rateLimits.charge(createDemands({ kind: "read" }, exchange, pieces * exchange.cost, 0));
  if (standing) sendRateLimitHeaders(exchange, standing, clock.now());
}

/** How many pieces beyond the first so many bytes come to that were not counted yet. */
function uncountedPieces({ rateLimits }: Services, { countedPieces }: Exchange, bytes: number): number {
  const pieceBytes = rateLimits?.bytesPerRequest ?? 0;
  return pieceBytes === 0 ? 0 : Math.max(0, Math.ceil(bytes / pieceBytes) - 1 - countedPieces);
}

/** Counts that somebody without an account fetches something by its address. */
export function countAnonymousFile(
  services: Services,
  { access }: Resource,
  exchange: Exchange,
): Promise<void> | undefined {
  if (exchange.actor !== null) return undefined;
  const file: RateLimitDemand = { limit: fileLimit, owner: exchange.path, cost: 1 };
  const visit = anonymousDemand(exchange, ANONYMOUS_FILE_COST);
  // What is open to everybody is fetched by those with an account as well, who cannot be told apart from others.
  return count(services, exchange, access === "public" ? [visit] : [visit, file]);
}

/**
 * Answers with an error. One that came before the request was counted counts now, by network: wrong keys, wrong hosts. What is
 * the server's own fault counts for nobody.
 */
export async function sendCountedError(services: Services, exchange: Exchange, error: unknown): Promise<void> {
  const isOfCaller = error instanceof AppError && error.status < 500;
  const counts = isOfCaller && !exchange.isCounted;
  sendError(services, exchange, counts ? await countFailedRequest(services, exchange, error) : error);
}

async function countFailedRequest(services: Services, exchange: Exchange, error: unknown): Promise<unknown> {
  const isLight = error instanceof NotFound || error instanceof MethodNotAllowed;
  try {
    await count(services, exchange, [anonymousDemand(exchange, isLight ? READ_COST : WRITE_COST)]);
    return error;
  } catch (refusal) {
    return refusal;
  }
}

function count(
  { rateLimits, clock }: Services,
  exchange: Exchange,
  wanted: readonly RateLimitDemand[],
): Promise<void> | undefined {
  if (!rateLimits) return undefined;
  exchange.isCounted = true;
  const conclude = (standing: RateLimitStatus | null) => {
    if (!standing) return;
    sendRateLimitHeaders(exchange, standing, clock.now());
    if (standing.retryAfterSeconds > 0)
      throw new RateLimitHit({ "retry-after": Math.ceil(standing.retryAfterSeconds * 1000) / 1000 });
  };
  const standing = rateLimits.spend(wanted);
  if (standing instanceof Promise) return standing.then(conclude);
  conclude(standing);
  return undefined;
}

/** Sends callers how much they may still spend, whatever the answer. */
const sendRateLimitHeaders = (
  { reply }: Exchange,
  { limit, remaining, resetSeconds }: RateLimitStatus,
  now: Date,
): void =>
  addHeaders(reply, {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(Math.ceil(now.getTime() / 1000 + resetSeconds)),
  });
