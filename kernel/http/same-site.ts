import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import type { RealmContext } from "./context.ts";
import type { Endpoint } from "./endpoint.ts";
import { CrossSiteRequest } from "./errors.ts";

/**
 * Header that the web client sends with every API request that does more than read. Other sites cannot send it unless
 * they are allowed to.
 */
export const PAGE_HEADER = "x-parlance-page";

/** Whether a GET of the operation only reads. */
export const isSafeOperation = ({ kind, hasEffects }: Pick<Endpoint, "kind" | "hasEffects">): boolean =>
  kind === "read" && hasEffects !== true;

/**
 * Whether a request was sent by a page of this host, as far as the browser reports it. Pages whose URL contains a key
 * do not reveal their URL, and their browsers then send `null` as the origin.
 */
export function isSameOriginRequest(headers: IncomingHttpHeaders, host: string, realmUrl: string): boolean {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  if (origin === undefined || origin === "null") return true;
  return origin === realmUrl || URL.parse(origin)?.host === host.toLowerCase();
}

/**
 * Browsers also send cookies with requests that other sites make them send. So a session counts only if that is
 * impossible, or if the only effect is a response that those sites cannot read.
 * @throws CrossSiteRequest
 */
export function assertSameSite(
  { method, headers, host }: FastifyRequest,
  realm: Pick<RealmContext, "url">,
  door: { readonly isSafe: boolean },
): void {
  const isOpened = headers["sec-fetch-site"] === "none" || headers["sec-fetch-mode"] === "navigate";
  const onlyLooked = door.isSafe && (method === "GET" || method === "HEAD");
  // The user follows a link, or types the URL.
  if (onlyLooked && isOpened) return;
  if (!isSameOriginRequest(headers, host, realm.url)) {
    throw new CrossSiteRequest({ reason: "The request comes from another site." });
  }
  if (!onlyLooked && headers[PAGE_HEADER] === undefined) {
    throw new CrossSiteRequest({ reason: "The header X-Parlance-Page is missing." });
  }
}
