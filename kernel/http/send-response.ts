import { logOutage } from "../db/outage.ts";
import { AppError } from "../base/errors.ts";
import { errorBody, errorHeaders, toAppError } from "./error-response.ts";
import { type Exchange, UNNAMED_CLIENT } from "./exchange.ts";
import { emptyFields } from "./form.ts";
import { ClientNotReading } from "./response-backlog.ts";
import {
  type HttpResponse,
  type ResponseBody,
  type ResponseHeaders,
  JSON_TYPE,
  writeResponse,
  writeHeadersOnly,
} from "./write-response.ts";
import { PAGE_HEADER } from "./same-site.ts";
import type { Services } from "./services.ts";
import { loggablePath } from "./loggable-path.ts";

/** Status that is logged if the client disconnected, or stopped reading, before the response was complete. */
const CLIENT_CLOSED_REQUEST = 499;

/** Name of the route of a request for an undeclared path. */
export const UNDECLARED_ROUTE = "(none)";

/**
 * Sends an error response. An error that is not meant for the client is logged, and its details are not sent; if the
 * client has disconnected, only the request is logged.
 */
export function sendError(services: Services, exchange: Exchange, error: unknown): void {
  if (exchange.isDisconnected && !(error instanceof AppError)) {
    recordRequest(services, exchange, CLIENT_CLOSED_REQUEST);
    return;
  }
  const known = toAppError(error);
  const { id, route } = exchange;
  // If a request was rejected early, its client name has not been read yet. Its parameters may not be readable, so the
  // name is taken from the user agent.
  if (exchange.client === UNNAMED_CLIENT) exchange.nameClient({ body: emptyFields, query: emptyFields });
  const isExpected = error instanceof AppError || logOutage(services.log, error);
  if (known.status === 500 || !isExpected) services.log.error({ err: error, request: id, route }, "request failed");
  const body = errorBody(known);
  const headers = errorHeaders(known, exchange.header(PAGE_HEADER) !== undefined);
  sendResponse(services, exchange, { status: known.status, contentType: JSON_TYPE, body, headers });
}

/** Records a response that ended before it was complete. Its connection is closed. */
export function recordIncompleteResponse(services: Services, exchange: Exchange, error: unknown): void {
  const { id, route } = exchange;
  const isClients = error instanceof ClientNotReading;
  if (!isClients) services.log.error({ err: error, request: id, route }, "response failed midway");
  recordRequest(services, exchange, isClients ? CLIENT_CLOSED_REQUEST : 500);
}

interface UndeclaredResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly success?: Readonly<Record<string, unknown>> | undefined;
}

/** Records the end of a response that was not JSON. */
export const recordStreamEnd = (services: Services, exchange: Exchange): void => recordRequest(services, exchange, 200);

/** Responds to OPTIONS. */
export function sendOptions(services: Services, exchange: Exchange, allow: string): void {
  writeHeadersOnly(exchange.reply, { allow });
  recordRequest(services, exchange, 204);
}

/** Sends a response and records it. */
export function sendResponse(services: Services, exchange: Exchange, answer: HttpResponse): void {
  const { status, contentType, body } = answer;
  writeResponse(exchange.reply, answer);
  if (contentType === JSON_TYPE) recordJsonResponse(services, exchange, status, () => toText(body));
  else recordRequest(services, exchange, status);
}

/** Sends a response with a status and headers that no operation declares, and possibly the success envelope. */
export function sendUndeclaredResponse(services: Services, exchange: Exchange, answer: UndeclaredResponse): void {
  const { status, headers, success } = answer;
  if (status === 204) writeHeadersOnly(exchange.reply, headers);
  else {
    const body = success ? `${JSON.stringify({ result: "success", msg: "", ...success })}\n` : "";
    writeResponse(exchange.reply, { status, contentType: JSON_TYPE, body, headers });
  }
  recordRequest(services, exchange, status);
}

/** Records a JSON response that was sent. */
export function recordJsonResponse(services: Services, exchange: Exchange, status: number, body: () => string): void {
  recordRequest(services, exchange, status);
  if (!services.onExchange || !exchange.path.startsWith("/api/v1/")) return;
  services.onExchange({ method: exchange.method, path: exchange.path, status, body: body() });
}

/**
 * Logs the request and counts it in the metrics. Neither includes values of parameters, headers or bodies, except the
 * client's name in the log.
 */
function recordRequest({ log, metrics }: Services, exchange: Exchange, status: number): void {
  const { id: request, method, route, realm, actor, client } = exchange;
  const ms = performance.now() - exchange.startedAt;
  const path = route === UNDECLARED_ROUTE ? { path: loggablePath(exchange.path) } : {};
  metrics?.observeRequest(method, route, status, ms / 1000);
  const who = { realm: realm?.subdomain, user: actor?.id, client };
  log.info({ request, method, route, ...path, status, ms: Math.round(ms * 10) / 10, ...who }, "request");
}

const toText = (body: ResponseBody): string => (typeof body === "string" ? body : Buffer.from(body).toString());
