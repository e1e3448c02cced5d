import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import type { Logger } from "pino";
import type { MaybePromise } from "@parlance/kernel/base/maybe-promise.ts";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import { logOutage } from "@parlance/kernel/db/outage.ts";
import { AppError } from "@parlance/kernel/base/errors.ts";
import { bodyOf, type BodyRouteConfig } from "@parlance/kernel/http/request-bodies.ts";
import { closeIfUnread } from "@parlance/kernel/http/close-connection.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { toHttpServerError, toAppError } from "@parlance/kernel/http/error-response.ts";
import type { RawQuery } from "@parlance/kernel/http/exchange.ts";
import { type Fields, parseFields } from "@parlance/kernel/http/form.ts";
import { parseJson } from "@parlance/kernel/http/parse-json.ts";
import { writeResponse, writeHeadersOnly } from "@parlance/kernel/http/write-response.ts";
import type { Metrics } from "@parlance/kernel/base/metrics.ts";
import { clientNetwork } from "@parlance/kernel/rate-limits/client-network.ts";
import type { RateLimitDemand, RateLimits } from "@parlance/kernel/rate-limits/rate-limits.ts";
import { storeTokenUse } from "../actions/change-scim-tokens.ts";
import type { ScimResponse, ScimMethods } from "./scim-request.ts";
import { fromAppError, notFound, ScimError } from "../errors.ts";
import { findToken } from "../queries.ts";
import { addressLimit, accountLimit } from "@parlance/kernel/rate-limits/settings.ts";

/** Services of the running server that SCIM needs. */
export interface ScimHost {
  readonly db: PostgresDatabase;
  readonly findRealm: (host: string) => MaybePromise<RealmContext | null>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly rateLimits: RateLimits;
}

/** Path below which all SCIM endpoints are. */
const SCIM_PATH = "/scim/v2";

const MAX_BODY_BYTES = 1024 * 1024;
const CONTENT_TYPE = "application/scim+json";
/** Minimum interval between two updates of a token's time of last use, in milliseconds. */
const TOKEN_USE_RESOLUTION_MS = 300_000;
const READ_COST = 0.1;
const routedMethods: HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

interface AuthenticatedRequest {
  readonly realm: RealmContext;
}

const authenticatedRequests = new WeakMap<FastifyRequest, Promise<AuthenticatedRequest>>();

/** Registers a path below `SCIM_PATH`. */
export function serveScim(app: FastifyInstance, host: ScimHost, path: string, methods: ScimMethods): void {
  app.route({
    method: routedMethods,
    url: SCIM_PATH + path,
    config: {
      path: SCIM_PATH + path,
      authorize: ({ request }) => authenticateOnce(host, request),
      allowsLargeBody: () => true,
      handlerReadsBody: true,
    } satisfies BodyRouteConfig,
    handler: async (request, reply) => {
      const startedAt = performance.now();
      const answer = await perform(host, request, methods).catch((error: unknown) => toScimError(host, request, error));
      sendOutcome(host, reply, path, { answer, startedAt });
      return reply;
    },
    errorHandler: (error, request, reply) => {
      const known = error instanceof ScimError ? error : toHttpServerError(error);
      sendOutcome(host, reply, path, { answer: toScimError(host, request, known), startedAt: performance.now() });
    },
  });
}

type ScimOutcome = ScimResponse | ScimError;

async function perform(host: ScimHost, request: FastifyRequest, methods: ScimMethods): Promise<ScimOutcome> {
  const { realm } = await authenticateOnce(host, request);
  const method = request.method === "HEAD" ? "GET" : request.method;
  const act = methods[method];
  if (!act) {
    const allow = Object.keys(methods).sort().join(", ");
    throw new ScimError(405, "Method not allowed for this path", undefined, { allow });
  }
  return act({
    db: host.db,
    realm,
    base: realm.url + SCIM_PATH,
    id: (request.params as Fields)["id"] ?? "",
    query: queryOf(request),
    body: method === "GET" || method === "DELETE" ? null : await readJson(request),
    now: host.clock.now(),
  });
}

/** Parses the query string into parameters with lower-case names, because parameter names are matched ignoring case. */
const queryOf = ({ query }: FastifyRequest): Fields =>
  Object.fromEntries(
    Object.entries(parseFields((query as RawQuery).text)).map(([name, value]) => [name.toLowerCase(), value]),
  );

/** Authenticates a directory, once for each request. */
function authenticateOnce(host: ScimHost, request: FastifyRequest): Promise<AuthenticatedRequest> {
  const known = authenticatedRequests.get(request) ?? authenticate(host, request);
  authenticatedRequests.set(request, known);
  return known;
}

async function authenticate(host: ScimHost, request: FastifyRequest): Promise<AuthenticatedRequest> {
  const { db, findRealm, clock } = host;
  const realm = await findRealm(request.host);
  const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "") ?? [];
  const found = realm && token !== undefined ? await findToken(db.reader, realm.id, token) : undefined;
  if (!realm || !found) {
    await spend(host, { limit: addressLimit, owner: clientNetwork(request.ip), cost: 1 });
    throw new ScimError(401, "A SCIM token of this organization is required", undefined, {
      "www-authenticate": 'Bearer realm="SCIM"',
    });
  }
  const cost = request.method === "GET" || request.method === "HEAD" ? READ_COST : 1;
  await spend(host, { limit: accountLimit, owner: `scim ${found.id}`, cost });
  const now = clock.now();
  const isKnown = found.last_used_at !== null && now.getTime() - found.last_used_at.getTime() < TOKEN_USE_RESOLUTION_MS;
  if (!isKnown) await db.write((tx) => storeTokenUse(tx, found.id, now));
  return { realm };
}

async function spend({ rateLimits }: ScimHost, demand: RateLimitDemand): Promise<void> {
  const status = await rateLimits.spend([demand]);
  if (!status || status.retryAfterSeconds === 0) return;
  throw new ScimError(429, "Too many requests", undefined, {
    "retry-after": String(Math.ceil(status.retryAfterSeconds)),
  });
}

async function readJson(request: FastifyRequest): Promise<unknown> {
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/(scim\+)?json\b/i.test(type)) throw new ScimError(415, `Send ${CONTENT_TYPE}`);
  const body = bodyOf(request);
  if (!body) throw new ScimError(400, "The request body is missing", "invalidSyntax");
  body.limitBytes(MAX_BODY_BYTES);
  const chunks: Buffer[] = [];
  await body.read((chunk) => void chunks.push(chunk));
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw new ScimError(400, "The body is not valid JSON or is nested too deeply", "invalidSyntax");
  }
}

function toScimError({ log }: ScimHost, request: FastifyRequest, error: unknown): ScimError {
  if (error instanceof ScimError) return error;
  const known = toAppError(error);
  const isExpected = error instanceof AppError || (known.status === 503 && logOutage(log, error));
  if (!isExpected) log.error({ err: error, request: request.id }, "request failed");
  return fromAppError(known);
}

function sendOutcome(
  { log, metrics }: ScimHost,
  reply: FastifyReply,
  path: string,
  { answer, startedAt }: { readonly answer: ScimOutcome; readonly startedAt: number },
): void {
  const { request } = reply;
  closeIfUnread(request.raw, reply.raw);
  const { status, body } = answer;
  const headers =
    answer instanceof ScimError ? answer.headers : { ...(answer.location && { location: answer.location }) };
  if (body === undefined) writeHeadersOnly(reply, headers);
  else writeResponse(reply, { status, contentType: CONTENT_TYPE, body: JSON.stringify(body), headers });
  const [ms, route] = [performance.now() - startedAt, SCIM_PATH + path];
  metrics.observeRequest(request.method, route, status, ms / 1000);
  log.info({ request: request.id, method: request.method, route, status, ms: Math.round(ms * 10) / 10 }, "request");
}

/** Handlers for all paths that are not part of SCIM: they respond with 404. */
export const unknownPath: ScimMethods = Object.fromEntries(
  routedMethods.map((method) => [method, () => Promise.reject(notFound("path"))]),
);
