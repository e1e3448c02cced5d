import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { MaybePromise } from "@parlance/kernel/base/maybe-promise.ts";
import { logOutage } from "@parlance/kernel/db/outage.ts";
import { limitConnections } from "@parlance/kernel/http/client-limits.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { type ClientLimits, MAX_HEADER_BYTES } from "@parlance/kernel/http/limits.ts";
import { Quotas } from "@parlance/kernel/http/quotas.ts";
import { hostname, type Site } from "#modules/organizations/core/hosts.ts";

/** Timeout for a request, in milliseconds. It can be short, because the server reads only the headers. */
const REQUEST_TIMEOUT_MS = 10_000;
const CHALLENGE = /^\/\.well-known\/acme-challenge\/([\w-]{1,200})$/;

interface RedirectServerOptions {
  readonly site: Site & Pick<ClientLimits, "connectionsPerAddress">;
  readonly findRealm: (host: string) => MaybePromise<Pick<RealmContext, "url"> | null>;
  readonly log: Logger;
  /**
   * Computes the key authorization for a token of an http-01 challenge. Undefined if this challenge type is not used.
   */
  readonly proof: ((token: string) => string) | undefined;
}

interface RedirectResponse {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Creates the server for unencrypted requests. It redirects them to HTTPS, and answers http-01 challenges. */
export function createRedirectServer(options: RedirectServerOptions): Server {
  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: REQUEST_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => void respond(options, request, response),
  );
  limitConnections(server, new Quotas(options.site.connectionsPerAddress));
  return server;
}

async function respond(
  options: RedirectServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, body, headers } = await responseTo(options, request).catch((error: unknown): RedirectResponse => {
    if (!logOutage(options.log, error)) options.log.error({ err: error }, "an unencrypted request failed");
    return { status: 503, body: "Temporarily unavailable. Try again in a moment.\n", headers: { "retry-after": "1" } };
  });
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "x-content-type-options": "nosniff",
    ...headers,
    connection: "close",
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

async function responseTo(
  options: RedirectServerOptions,
  { url = "/", headers }: IncomingMessage,
): Promise<RedirectResponse> {
  const [, token] = CHALLENGE.exec(url) ?? [];
  if (token !== undefined && options.proof) return { status: 200, body: options.proof(token) };
  const origin = await encryptedOrigin(options, headers.host ?? "");
  // Prevents redirects to a host name that the client made up.
  if (origin === null || !url.startsWith("/")) return { status: 404, body: "Not found.\n" };
  const location = new URL(origin + url).href;
  return { status: 308, body: `Moved to ${location}\n`, headers: { location } };
}

/** Returns the HTTPS origin of a host; null if no organization of this server uses the host. */
async function encryptedOrigin({ site, findRealm }: RedirectServerOptions, host: string): Promise<string | null> {
  const own = new URL(site.url);
  if (hostname(host) === own.hostname) return own.origin;
  return (await findRealm(host))?.url ?? null;
}
