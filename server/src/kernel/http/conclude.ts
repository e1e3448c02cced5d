import { tellOutage } from "../db/outage.ts";
import { AppError } from "../errors.ts";
import { type Endpoint, RawBody } from "./endpoint.ts";
import { errorBody, errorHeaders, toAppError } from "./error-reply.ts";
import { type Exchange, UNNAMED } from "./exchange.ts";
import { noFields } from "./form.ts";
import { type Answer, type Body, JSON_TYPE, rawBody, send, sendNothing, successBody } from "./reply.ts";
import type { Services } from "./services.ts";
import { requireDeclared } from "./strictness.ts";
import { toldPath } from "./told-path.ts";

/** Logged instead of a status for a caller that did not wait. */
const CLIENT_GONE = 499;

type Ignored = readonly string[] | undefined;

/** Answers with what a handler returned. */
export function succeed(services: Services, endpoint: Endpoint, exchange: Exchange, result: object, ignored: Ignored) {
  const isRaw = result instanceof RawBody;
  const body = isRaw ? rawBody(result, ignored) : successBody(result, ignored);
  const contentType = isRaw ? result.contentType : JSON_TYPE;
  if (services.strict && contentType === JSON_TYPE) requireDeclared(endpoint, toText(body));
  conclude(services, exchange, { status: 200, contentType, body });
}

/** The route of a request for which nothing is declared. */
export const UNDECLARED = "(none)";

/** Answers with an error. One that is not meant for the caller is logged, and they learn nothing of it. */
export function refuse(services: Services, exchange: Exchange, error: unknown): void {
  if (exchange.isGone && !(error instanceof AppError)) {
    record(services, exchange, CLIENT_GONE);
    return;
  }
  const known = toAppError(error);
  const { id, route } = exchange;
  // What was refused early has not told the name of its program, and what it sent may not be readable.
  if (exchange.client === UNNAMED) exchange.nameClient({ body: noFields, query: noFields });
  const isTold = error instanceof AppError || tellOutage(services.log, error);
  if (known.status === 500 || !isTold) services.log.error({ err: error, request: id, route }, "request failed");
  const body = errorBody(known);
  conclude(services, exchange, { status: known.status, contentType: JSON_TYPE, body, headers: errorHeaders(known) });
}

/** Answers OPTIONS. */
export function tellMethods(services: Services, exchange: Exchange, allow: string): void {
  sendNothing(exchange.reply, { allow });
  record(services, exchange, 204);
}

/** Sends an answer, and writes it down. */
export function conclude(services: Services, exchange: Exchange, answer: Answer): void {
  const { status, contentType, body } = answer;
  send(exchange.reply, answer);
  record(services, exchange, status);
  if (services.onExchange && contentType === JSON_TYPE && exchange.path.startsWith("/api/v1/")) {
    services.onExchange({ method: exchange.method, path: exchange.path, status, body: toText(body) });
  }
}

/** The request's line in the log and its place in the metrics. Neither holds values of parameters, headers or bodies. */
function record({ log, metrics }: Services, exchange: Exchange, status: number): void {
  const { id: request, method, route, realm, actor, client } = exchange;
  const ms = performance.now() - exchange.startedAt;
  const path = route === UNDECLARED ? { path: toldPath(exchange.path) } : {};
  metrics?.observeRequest(method, route, status, ms / 1000);
  const who = { realm: realm?.subdomain, user: actor?.id, client };
  log.info({ request, method, route, ...path, status, ms: Math.round(ms * 10) / 10, ...who }, "request");
}

const toText = (body: Body): string => (typeof body === "string" ? body : Buffer.from(body).toString());
