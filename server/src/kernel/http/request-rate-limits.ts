import { AppError } from "../errors.ts";
import type { Standing } from "../rate-limits/bucket.ts";
import { network } from "../rate-limits/client-network.ts";
import type { Demand } from "../rate-limits/rate-limits.ts";
import { refuse } from "./send-response.ts";
import type { Endpoint } from "./endpoint.ts";
import { MethodNotAllowed, NotFound, RateLimitHit } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { answerWith } from "./write-response.ts";
import type { Resource } from "./resource.ts";
import type { Services } from "./services.ts";

const COST_OF_WRITE = 1;
const COST_OF_READ = 0.1;
/** Clients show many pictures at once, to people who cannot say to them who they are. */
const COST_OF_VISIT = 0.01;

/** What of an operation tells how its calls count. */
type Counted = Pick<Endpoint, "cost" | "kind" | "limit">;

/** How much of what the caller may ask for a call of an operation takes. */
export const costOf = ({ cost, kind }: Counted): number => cost ?? (kind === "read" ? COST_OF_READ : COST_OF_WRITE);

/** What the caller of an operation is counted by. */
function demands({ limit }: Counted, exchange: Exchange, cost: number, times: number): Demand[] {
  const { actor } = exchange;
  if (actor === null) return [ofStranger(exchange, cost)];
  const own: Demand = { limit: "account", of: actor.id, cost, rules: actor.rateRules };
  return limit === undefined ? [own] : [own, { limit, of: actor.id, cost: times }];
}

const ofStranger = ({ ip }: Exchange, cost: number): Demand => ({ limit: "address", of: network(ip), cost });

/**
 * Counts a call of an operation: by the account that asks, else by the network that it comes from.
 * @throws RateLimitHit, and then it does not count
 */
export function countRequest(services: Services, endpoint: Counted, exchange: Exchange): Promise<void> | undefined {
  if (!services.rateLimits) return undefined;
  exchange.cost = costOf(endpoint);
  return count(services, exchange, demands(endpoint, exchange, exchange.cost, 1));
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
  return surcharge > 0 ? count(services, exchange, demands(endpoint, exchange, surcharge, 0)) : undefined;
}

/**
 * Counts work on so many bytes: each piece beyond the first as one more request of its kind. Without such pieces it still finds
 * out whether earlier responses have used up more than the limit.
 * @throws RateLimitHit, and then it does not count
 */
export async function countWork(services: Services, exchange: Exchange, bytes: number): Promise<void> {
  const pieces = uncountedPieces(services, exchange, bytes);
  await count(services, exchange, demands({ kind: "read" }, exchange, pieces * exchange.cost, 0));
  exchange.countedPieces += pieces;
}

/**
 * Counts the size of a response that is made, as far as it was not counted before. It is sent in any case: what it uses
 * beyond the limit delays the next request.
 */
export function countResponse(services: Services, endpoint: Endpoint, exchange: Exchange, bytes: number): void {
  const { rateLimits, clock } = services;
  const pieces = endpoint.countsOnce ? 0 : uncountedPieces(services, exchange, bytes);
  if (!rateLimits || pieces === 0) return;
  exchange.countedPieces += pieces;
  const standing = rateLimits.charge(demands({ kind: "read" }, exchange, pieces * exchange.cost, 0));
  if (standing) sendStanding(exchange, standing, clock.now());
}

/** How many pieces beyond the first so many bytes come to that were not counted yet. */
function uncountedPieces({ rateLimits }: Services, { countedPieces }: Exchange, bytes: number): number {
  const pieceBytes = rateLimits?.pieceBytes ?? 0;
  return pieceBytes === 0 ? 0 : Math.max(0, Math.ceil(bytes / pieceBytes) - 1 - countedPieces);
}

/** Counts that somebody without an account fetches something by its address. */
export function countVisit(services: Services, { access }: Resource, exchange: Exchange): Promise<void> | undefined {
  if (exchange.actor !== null) return undefined;
  const file: Demand = { limit: "file", of: exchange.path, cost: 1 };
  const visit = ofStranger(exchange, COST_OF_VISIT);
  // What is open to everybody is fetched by those with an account as well, who cannot be told apart from others.
  return count(services, exchange, access === "public" ? [visit] : [visit, file]);
}

/**
 * Answers with an error. One that came before the request was counted counts now, by network: wrong keys, wrong hosts. What is
 * the server's own fault counts for nobody.
 */
export async function refuseCounted(services: Services, exchange: Exchange, error: unknown): Promise<void> {
  const isOfCaller = error instanceof AppError && error.status < 500;
  const counts = isOfCaller && !exchange.isCounted;
  refuse(services, exchange, counts ? await counted(services, exchange, error) : error);
}

async function counted(services: Services, exchange: Exchange, error: unknown): Promise<unknown> {
  const isLight = error instanceof NotFound || error instanceof MethodNotAllowed;
  try {
    await count(services, exchange, [ofStranger(exchange, isLight ? COST_OF_READ : COST_OF_WRITE)]);
    return error;
  } catch (refusal) {
    return refusal;
  }
}

function count(
  { rateLimits, clock }: Services,
  exchange: Exchange,
  wanted: readonly Demand[],
): Promise<void> | undefined {
  if (!rateLimits) return undefined;
  exchange.isCounted = true;
  const conclude = (standing: Standing | null) => {
    if (!standing) return;
    sendStanding(exchange, standing, clock.now());
    if (standing.wait > 0) throw new RateLimitHit({ "retry-after": Math.ceil(standing.wait * 1000) / 1000 });
  };
  const standing = rateLimits.spend(wanted);
  if (standing instanceof Promise) return standing.then(conclude);
  conclude(standing);
  return undefined;
}

/** Sends callers how much they may still spend, whatever the answer. */
const sendStanding = ({ reply }: Exchange, { limit, remaining, fullIn }: Standing, now: Date): void =>
  answerWith(reply, {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(Math.ceil(now.getTime() / 1000 + fullIn)),
  });
