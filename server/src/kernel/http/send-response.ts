import { logOutage } from "../db/outage.ts";
import { AppError } from "../errors.ts";
import { errorBody, errorHeaders, toAppError } from "./error-response.ts";
import { type Exchange, UNNAMED } from "./exchange.ts";
import { noFields } from "./form.ts";
import { NotRead } from "./response-backlog.ts";
import { type Answer, type Body, type Headers, JSON_TYPE, send, sendNothing } from "./write-response.ts";
import { PAGE_HEADER } from "./same-site.ts";
import type { Services } from "./services.ts";
import { loggablePath } from "./loggable-path.ts";

/** Logged instead of a status for a caller that did not wait. */
const CLIENT_GONE = 499;

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
  const isExpected = error instanceof AppError || logOutage(services.log, error);
  if (known.status === 500 || !isExpected) services.log.error({ err: error, request: id, route }, "request failed");
  const body = errorBody(known);
  const headers = errorHeaders(known, exchange.header(PAGE_HEADER) !== undefined);
  conclude(services, exchange, { status: known.status, contentType: JSON_TYPE, body, headers });
}

/** Writes down an answer that ended before it was complete; its connection is cut. */
export function failMidway(services: Services, exchange: Exchange, error: unknown): void {
  const { id, route } = exchange;
  const isClients = error instanceof NotRead;
  if (!isClients) services.log.error({ err: error, request: id, route }, "response failed midway");
  record(services, exchange, isClients ? CLIENT_GONE : 500);
}

interface UndeclaredAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly success?: Readonly<Record<string, unknown>> | undefined;
}

/** Writes down an answer that was none of JSON, and is over. */
export const finishStream = (services: Services, exchange: Exchange): void => record(services, exchange, 200);

/** Answers OPTIONS. */
export function answerOptions(services: Services, exchange: Exchange, allow: string): void {
  sendNothing(exchange.reply, { allow });
  record(services, exchange, 204);
}

/** Sends an answer, and writes it down. */
export function conclude(services: Services, exchange: Exchange, answer: Answer): void {
  const { status, contentType, body } = answer;
  send(exchange.reply, answer);
  if (contentType === JSON_TYPE) finish(services, exchange, status, () => toText(body));
  else record(services, exchange, status);
}

/** Sends what no operation declares: headers, and perhaps the envelope of a success. */
export function concludeUndeclared(services: Services, exchange: Exchange, answer: UndeclaredAnswer): void {
  const { status, headers, success } = answer;
  if (status === 204) sendNothing(exchange.reply, headers);
  else {
    const body = success ? `${JSON.stringify({ result: "success", msg: "", ...success })}\n` : "";
    send(exchange.reply, { status, contentType: JSON_TYPE, body, headers });
  }
  record(services, exchange, status);
}

/** Writes down an answer in JSON that was sent. */
export function finish(services: Services, exchange: Exchange, status: number, body: () => string): void {
  record(services, exchange, status);
  if (!services.onExchange || !exchange.path.startsWith("/api/v1/")) return;
  services.onExchange({ method: exchange.method, path: exchange.path, status, body: body() });
}

/** The request's line in the log and its count in the metrics. Neither holds values of parameters, headers or bodies. */
function record({ log, metrics }: Services, exchange: Exchange, status: number): void {
  const { id: request, method, route, realm, actor, client } = exchange;
  const ms = performance.now() - exchange.startedAt;
  const path = route === UNDECLARED ? { path: loggablePath(exchange.path) } : {};
  metrics?.observeRequest(method, route, status, ms / 1000);
  const who = { realm: realm?.subdomain, user: actor?.id, client };
  log.info({ request, method, route, ...path, status, ms: Math.round(ms * 10) / 10, ...who }, "request");
}

const toText = (body: Body): string => (typeof body === "string" ? body : Buffer.from(body).toString());
