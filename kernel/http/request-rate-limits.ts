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
/**
 * Cost of an anonymous request for a file. It is low, because clients show many pictures at once and cannot
 * authenticate the requests for them.
 */
const ANONYMOUS_FILE_COST = 0.01;

/** The properties of an operation that determine how its calls count in the rate limits. */
type CountedOperation = Pick<Endpoint, "cost" | "kind" | "limit">;

/** Returns the cost of a call of an operation in the rate limit. */
export const requestCost = ({ cost, kind }: CountedOperation): number =>
  cost ?? (kind === "read" ? READ_COST : WRITE_COST);

/** Returns the limits in which a call of an operation counts, with its cost in each. */
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
 * Counts a call of an operation, for the account or, without an account, for the client's network.
 * @throws RateLimitHit; the call then does not count
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

/** Counts the additional cost of a call's parameters. */
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
 * Counts work on the given number of bytes. The bytes are divided into pieces of fixed size, and each piece after the
 * first counts as another request. Even if nothing is to be counted, checks whether earlier responses have exceeded the
 * limit.
 * @throws RateLimitHit; the work then does not count
 */
export async function countWork(services: Services, exchange: Exchange, bytes: number): Promise<void> {
  const pieces = uncountedPieces(services, exchange, bytes);
  await count(services, exchange, createDemands({ kind: "read" }, exchange, pieces * exchange.cost, 0));
  exchange.countedPieces += pieces;
}

/**
 * Counts the size of a finished response, unless it was already counted. The response is sent in any case: if it
 * exceeds the limit, later requests are rejected for some time.
 */
export function countResponse(services: Services, endpoint: Endpoint, exchange: Exchange, bytes: number): void {
  const { rateLimits, clock } = services;
  const pieces = endpoint.ignoresResponseSize ? 0 : uncountedPieces(services, exchange, bytes);
  if (!rateLimits || pieces === 0) return;
  exchange.countedPieces += pieces;
  const status = rateLimits.charge(createDemands({ kind: "read" }, exchange, pieces * exchange.cost, 0));
  if (status) sendRateLimitHeaders(exchange, status, clock.now());
}

/** Returns the number of pieces of `bytes`, without the first piece and without those that were already counted. */
function uncountedPieces({ rateLimits }: Services, { countedPieces }: Exchange, bytes: number): number {
  const pieceBytes = rateLimits?.bytesPerRequest ?? 0;
  return pieceBytes === 0 ? 0 : Math.max(0, Math.ceil(bytes / pieceBytes) - 1 - countedPieces);
}

/** Counts an anonymous request for a resource. */
export function countAnonymousFile(
  services: Services,
  { access }: Resource,
  exchange: Exchange,
): Promise<void> | undefined {
  if (exchange.actor !== null) return undefined;
  const file: RateLimitDemand = { limit: fileLimit, owner: exchange.path, cost: 1 };
  const visit = anonymousDemand(exchange, ANONYMOUS_FILE_COST);
  // Users with an account request public resources too, and cannot be distinguished from anonymous visitors then.
  return count(services, exchange, access === "public" ? [visit] : [visit, file]);
}

/**
 * Sends an error response. If the error occurred before the request was counted, such as a wrong key or a wrong host,
 * the request is counted now for the client's network; if the limit is exceeded, `RateLimitHit` is sent instead. Errors
 * that the server causes do not count.
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
  const finish = (status: RateLimitStatus | null) => {
    if (!status) return;
    sendRateLimitHeaders(exchange, status, clock.now());
    if (status.retryAfterSeconds > 0)
      throw new RateLimitHit({ "retry-after": Math.ceil(status.retryAfterSeconds * 1000) / 1000 });
  };
  const status = rateLimits.spend(wanted);
  if (status instanceof Promise) return status.then(finish);
  finish(status);
  return undefined;
}

/** Adds the headers with the caller's remaining budget to the response. */
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
