import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import type { Logger } from "pino";
import type { Clock } from "#kernel/clock.ts";
import type { PostgresDatabase } from "#kernel/db/database.ts";
import { logOutage } from "#kernel/db/outage.ts";
import { AppError } from "#kernel/errors.ts";
import { bodyOf, type RouteFacts } from "#kernel/http/request-bodies.ts";
import { closeUnread } from "#kernel/http/close-connection.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { fromServer, toAppError } from "#kernel/http/error-response.ts";
import type { RawQuery } from "#kernel/http/exchange.ts";
import { type Fields, parseFields } from "#kernel/http/form.ts";
import { parseJson } from "#kernel/http/parse-json.ts";
import { send, sendNothing } from "#kernel/http/write-response.ts";
import type { Metrics } from "#kernel/metrics.ts";
import { network } from "#kernel/rate-limits/client-network.ts";
import type { Demand, RateLimits } from "#kernel/rate-limits/rate-limits.ts";
import { storeTokenUse } from "../actions/change-scim-tokens.ts";
import type { ScimAnswer, ScimMethods } from "./scim-request.ts";
import { fromAppError, notFound, ScimError } from "../errors.ts";
import { findToken } from "../queries.ts";

/** What serving directories needs of the running server. */
export interface ScimHost {
  readonly db: PostgresDatabase;
  readonly findRealm: (host: string) => Promise<RealmContext | null>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly rateLimits: RateLimits;
}

/** Where the protocol is spoken. */
const SCIM_PATH = "/scim/v2";

const MAX_BODY_BYTES = 1024 * 1024;
const CONTENT_TYPE = "application/scim+json";
/** How exactly it is known when a token was used. */
const USE_MS = 300_000;
const COST_OF_READ = 0.1;
const routed: HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

interface Admitted {
  readonly realm: RealmContext;
}

const admissions = new WeakMap<FastifyRequest, Promise<Admitted>>();

/** Registers one path below `SCIM_PATH`. */
export function serveScim(app: FastifyInstance, host: ScimHost, path: string, methods: ScimMethods): void {
  app.route({
    method: routed,
    url: SCIM_PATH + path,
    config: {
      path: SCIM_PATH + path,
      admit: ({ request }) => admit(host, request),
      takesLarge: () => true,
      readsItself: true,
    } satisfies RouteFacts,
    handler: async (request, reply) => {
      const startedAt = performance.now();
      const answer = await perform(host, request, methods).catch((error: unknown) => refused(host, request, error));
      conclude(host, reply, path, { answer, startedAt });
      return reply;
    },
    errorHandler: (error, request, reply) => {
      const known = error instanceof ScimError ? error : fromServer(error);
      conclude(host, reply, path, { answer: refused(host, request, known), startedAt: performance.now() });
    },
  });
}

type Answer = ScimAnswer | ScimError;

async function perform(host: ScimHost, request: FastifyRequest, methods: ScimMethods): Promise<Answer> {
  const { realm } = await admit(host, request);
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

/** Names of parameters are the same in any case. */
const queryOf = ({ query }: FastifyRequest): Fields =>
  Object.fromEntries(
    Object.entries(parseFields((query as RawQuery).text)).map(([name, value]) => [name.toLowerCase(), value]),
  );

/** Lets a directory in, once for each request. */
function admit(host: ScimHost, request: FastifyRequest): Promise<Admitted> {
  const known = admissions.get(request) ?? authenticate(host, request);
  admissions.set(request, known);
  return known;
}

async function authenticate(host: ScimHost, request: FastifyRequest): Promise<Admitted> {
  const { db, findRealm, clock } = host;
  const realm = await findRealm(request.host);
  const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "") ?? [];
  const found = realm && token !== undefined ? await findToken(db.reader, realm.id, token) : undefined;
  if (!realm || !found) {
    await spend(host, { limit: "address", of: network(request.ip), cost: 1 });
    throw new ScimError(401, "A SCIM token of this organization is required", undefined, {
      "www-authenticate": 'Bearer realm="SCIM"',
    });
  }
  const cost = request.method === "GET" || request.method === "HEAD" ? COST_OF_READ : 1;
  await spend(host, { limit: "account", of: `scim ${found.id}`, cost });
  const now = clock.now();
  const isKnown = found.last_used_at !== null && now.getTime() - found.last_used_at.getTime() < USE_MS;
  if (!isKnown) await db.write((tx) => storeTokenUse(tx, found.id, now));
  return { realm };
}

async function spend({ rateLimits }: ScimHost, demand: Demand): Promise<void> {
  const standing = await rateLimits.spend([demand]);
  if (!standing || standing.wait === 0) return;
  throw new ScimError(429, "Too many requests", undefined, {
    "retry-after": String(Math.ceil(standing.wait)),
  });
}

async function readJson(request: FastifyRequest): Promise<unknown> {
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/(scim\+)?json\b/i.test(type)) throw new ScimError(415, `Send ${CONTENT_TYPE}`);
  const body = bodyOf(request);
  if (!body) throw new ScimError(400, "The request body is missing", "invalidSyntax");
  body.limit(MAX_BODY_BYTES);
  const chunks: Buffer[] = [];
  await body.read((chunk) => void chunks.push(chunk));
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw new ScimError(400, "The body is not valid JSON or is nested too deeply", "invalidSyntax");
  }
}

function refused({ log }: ScimHost, request: FastifyRequest, error: unknown): ScimError {
  if (error instanceof ScimError) return error;
  const known = toAppError(error);
  const isExpected = error instanceof AppError || (known.status === 503 && logOutage(log, error));
  if (!isExpected) log.error({ err: error, request: request.id }, "request failed");
  return fromAppError(known);
}

function conclude(
  { log, metrics }: ScimHost,
  reply: FastifyReply,
  path: string,
  { answer, startedAt }: { readonly answer: Answer; readonly startedAt: number },
): void {
  const { request } = reply;
  closeUnread(request.raw, reply.raw);
  const { status, body } = answer;
  const headers =
    answer instanceof ScimError ? answer.headers : { ...(answer.location && { location: answer.location }) };
  if (body === undefined) sendNothing(reply, headers);
  else send(reply, { status, contentType: CONTENT_TYPE, body: JSON.stringify(body), headers });
  const [ms, route] = [performance.now() - startedAt, SCIM_PATH + path];
  metrics.observeRequest(request.method, route, status, ms / 1000);
  log.info({ request: request.id, method: request.method, route, status, ms: Math.round(ms * 10) / 10 }, "request");
}

/** What is asked for at other paths. */
export const nowhere: ScimMethods = Object.fromEntries(
  routed.map((method) => [method, () => Promise.reject(notFound("path"))]),
);
