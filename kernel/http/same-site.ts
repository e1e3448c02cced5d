import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import type { RealmContext } from "./context.ts";
import type { Endpoint } from "./endpoint.ts";
import { CrossSiteRequest } from "./errors.ts";

/** What our own pages send with every request of the API that does more than look. Other sites' cannot, unless they are let. */
export const PAGE_HEADER = "x-parlance-page";

/** Whether a call that is a GET does nothing but look. */
export const isSafeOperation = ({ kind, hasEffects }: Pick<Endpoint, "kind" | "hasEffects">): boolean =>
  kind === "read" && hasEffects !== true;

/**
 * Whether a page of this host sent a request, as far as the browser says. Pages whose address holds a key do not reveal their
 * address, and their browsers then send `null` for the origin.
 */
export function isSameOriginRequest(headers: IncomingHttpHeaders, host: string, realmUrl: string): boolean {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  if (origin === undefined || origin === "null") return true;
  return origin === realmUrl || URL.parse(origin)?.host === host.toLowerCase();
}

/**
 * Browsers send cookies with what other sites have them ask for, too: a session counts only where that is impossible, or where
 * nothing comes of it but an answer that those sites cannot read.
 * @throws CrossSiteRequest
 */
export function assertSameSite(
  { method, headers, host }: FastifyRequest,
  realm: Pick<RealmContext, "url">,
  door: { readonly isSafe: boolean },
): void {
  const isOpened = headers["sec-fetch-site"] === "none" || headers["sec-fetch-mode"] === "navigate";
  const onlyLooked = door.isSafe && (method === "GET" || method === "HEAD");
  // Somebody follows a link, or writes the address.
  if (onlyLooked && isOpened) return;
  if (!isSameOriginRequest(headers, host, realm.url)) {
    throw new CrossSiteRequest({ reason: "The request comes from another site." });
  }
  if (!onlyLooked && headers[PAGE_HEADER] === undefined) {
    throw new CrossSiteRequest({ reason: "The header X-Parlance-Page is missing." });
  }
}
