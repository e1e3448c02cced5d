import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import type { RealmContext } from "./context.ts";
import type { Endpoint } from "./endpoint.ts";
import { CrossSiteRequest } from "./errors.ts";

/**
 * Header that the web client sends with every API request. Other sites can send it only if the server allows them to.
 */
export const PAGE_HEADER = "x-parlance-page";

/** Returns whether the operation is a read that does not declare `hasEffects`. */
export const isSafeOperation = ({ kind, hasEffects }: Pick<Endpoint, "kind" | "hasEffects">): boolean =>
  kind === "read" && hasEffects !== true;

/**
 * Returns whether a request was sent by a page of this host, as far as the browser reports this. Pages whose URL
 * contains a key hide their URL, so their browsers send `null` as the origin.
 */
export function isSameOriginRequest(headers: IncomingHttpHeaders, host: string, realmUrl: string): boolean {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  if (origin === undefined || origin === "null") return true;
  return origin === realmUrl || URL.parse(origin)?.host === host.toLowerCase();
}

/**
 * Protects sessions against cross-site request forgery: a browser sends its cookies also with requests that another
 * site triggers. So a session is accepted only if another site cannot have sent the request, or if the request only
 * reads data and its response is opened as a page, which the other site cannot read.
 * @throws CrossSiteRequest
 */
export function assertSameSite(
  { method, headers, host }: FastifyRequest,
  realm: Pick<RealmContext, "url">,
  rule: { readonly isSafe: boolean },
): void {
  const isOpened = headers["sec-fetch-site"] === "none" || headers["sec-fetch-mode"] === "navigate";
  const onlyLooked = rule.isSafe && (method === "GET" || method === "HEAD");
  // The user has followed a link or typed the URL.
  if (onlyLooked && isOpened) return;
  if (!isSameOriginRequest(headers, host, realm.url)) {
    throw new CrossSiteRequest({ reason: "The request comes from another site." });
  }
  if (!onlyLooked && headers[PAGE_HEADER] === undefined) {
    throw new CrossSiteRequest({ reason: "The header X-Parlance-Page is missing." });
  }
}
