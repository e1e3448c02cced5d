import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import type { Logger } from "pino";
import type { AppFlow } from "#modules/sign-in/credentials/app-flow.ts";
import type { MaybePromise } from "@parlance/kernel/base/maybe-promise.ts";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import { AppError } from "@parlance/kernel/base/errors.ts";
import { closeIfUnread } from "@parlance/kernel/http/close-connection.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { logOutage } from "@parlance/kernel/db/outage.ts";
import { toHttpServerError, toAppError } from "@parlance/kernel/http/error-response.ts";
import { writeResponse } from "@parlance/kernel/http/write-response.ts";
import type { Metrics } from "@parlance/kernel/base/metrics.ts";
import { clientNetwork } from "@parlance/kernel/rate-limits/client-network.ts";
import { hasMovedFrom } from "#modules/organizations/core/hosts.ts";
import { hasRealm } from "#modules/organizations/core/queries.ts";
import type { RateLimits } from "@parlance/kernel/rate-limits/rate-limits.ts";
import { BrowserVisit } from "./browser-visit.ts";
import { renderDocument } from "../layout/layout.ts";
import type { Document, Page, PageServices, Redirect, Route } from "./page-types.ts";
import {
  deactivatedOrganization,
  internalError,
  noOrganization,
  noOrganizationYet,
  refusal,
  staleForm,
  tooManyRequests,
  wrongMethod,
} from "./error-pages.ts";
import { isNavigation } from "./navigation-initiator.ts";
import { policyFor } from "../layout/styles.ts";
import { appScheme } from "./app-scheme.ts";
import { addressLimit } from "@parlance/kernel/rate-limits/settings.ts";

/** The services with which pages are served, including those that the pages themselves use. */
export interface PageHost {
  readonly services: PageServices;
  readonly findRealm: (host: string) => MaybePromise<RealmContext | null>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly rateLimits: RateLimits;
}

const routedMethods: HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Registers the path of a page, with and without a trailing slash. */
export function servePage(app: FastifyInstance, host: PageHost, route: Route): void {
  for (const url of route.path === "/" ? ["/"] : [route.path, `${route.path}/`]) {
    app.route({
      method: routedMethods,
      url,
      handler: async (request, reply) => {
        const startedAt = performance.now();
        const answer = await perform(host, route, request).catch((error: unknown) => ({
          outcome: toErrorPage(host, route, request, error),
        }));
        sendOutcome(host, route, reply, { ...answer, startedAt });
        return reply;
      },
      errorHandler: (error, request, reply) => {
        closeIfUnread(request.raw, reply.raw);
        const outcome = toErrorPage(host, route, request, toHttpServerError(error));
        sendOutcome(host, route, reply, { outcome, startedAt: performance.now() });
      },
    });
  }
}

/** Result of a page request. */
interface PageOutcome {
  readonly outcome: Page | Redirect | Document;
  readonly organization?: string;
  readonly visit?: BrowserVisit;
}

async function perform(host: PageHost, route: Route, request: FastifyRequest): Promise<PageOutcome> {
  const { services, clock, rateLimits } = host;
  const status = await rateLimits.spend([{ limit: addressLimit, owner: clientNetwork(request.ip), cost: 1 }]);
  if (status && status.retryAfterSeconds > 0) return { outcome: tooManyRequests(status.retryAfterSeconds) };
  const found = await host.findRealm(request.host);
  if (found === null) {
    return { outcome: (await hasRealm(services.db.reader)) ? noOrganization(request.host) : noOrganizationYet() };
  }
  const isVisit = request.method === "GET" || request.method === "HEAD";
  if (isVisit && hasMovedFrom(request.host, found, services.site)) return { outcome: { to: found.url + request.url } };
  const row = await services.db.reader
    .selectFrom("realm")
    .select(["name", "description", "settings", "deactivated_at"])
    .where("id", "=", found.id)
    .executeTakeFirstOrThrow();
  const organization = row.name;
  if (row.deactivated_at !== null) return { outcome: deactivatedOrganization(organization), organization };
  const visit = new BrowserVisit(services, { ...found, ...row }, request, clock.now());
  try {
    return { outcome: await callRoute(route, request, visit), organization, visit };
  } catch (error) {
    return { outcome: toErrorPage(host, route, request, error), organization, visit };
  }
}

async function callRoute(route: Route, request: FastifyRequest, visit: BrowserVisit): Promise<PageOutcome["outcome"]> {
  await visit.recognize();
  const { method } = request;
  if (method === "GET" || method === "HEAD") {
    const isOpened = method === "GET" && isNavigation(request.headers);
    return route.get && (isOpened || !route.hasEffects) ? route.get(visit) : wrongMethod();
  }
  if (method !== "POST" || !route.post) return wrongMethod();
  return visit.hasValidFormToken || route.acceptsCrossSiteForms ? route.post(visit) : staleForm();
}

/**
 * Returns the page for an error. It shows the message only if the error is meant for visitors, and a general failure
 * otherwise.
 */
function toErrorPage({ log }: PageHost, { path }: Route, request: FastifyRequest, error: unknown): Page {
  if (error instanceof AppError && error.status < 500) return refusal(error.status, error.message);
  const known = toAppError(error);
  const isExpected = known.status === 503 && (error instanceof AppError || logOutage(log, error));
  if (!isExpected) log.error({ err: error, request: request.id, route: path }, "request failed");
  if (known.status !== 503) return internalError();
  return { ...refusal(503, known.message), retryAfter: Number(known.headers["retry-after"] ?? 1) };
}

interface TimedOutcome extends PageOutcome {
  /** Time as returned by `performance.now()`. */
  readonly startedAt: number;
}

function sendOutcome(host: PageHost, route: Route, reply: FastifyReply, conclusion: TimedOutcome): void {
  const { outcome, organization, visit } = conclusion;
  const isRedirect = "to" in outcome;
  const { status, contentType, body } = renderOutcome(outcome, organization);
  // A HEAD request has no effects, so it sets no cookies.
  const hasBody = reply.request.method !== "HEAD";
  const cookies = (hasBody && visit?.cookies(isRedirect ? outcome.session : undefined)) || [];
  const headers = {
    ...headersOf(host, outcome, visit),
    ...(status === 405 ? { allow: methodsOf(route) } : {}),
    ...(cookies.length > 0 ? { "set-cookie": cookies } : {}),
  };
  writeResponse(reply, { status, contentType, body, headers });
  logRequest(host, route, reply, status, conclusion);
}

const HTML = "text/html; charset=utf-8";

function renderOutcome(outcome: PageOutcome["outcome"], organization: string | undefined) {
  if ("text" in outcome) return { status: 200, contentType: outcome.contentType, body: outcome.text };
  if ("to" in outcome) return { status: outcome.to.startsWith("/") ? 303 : 302, contentType: HTML, body: "" };
  return { status: outcome.status ?? 200, contentType: HTML, body: renderDocument(outcome, organization ?? null) };
}

const headersOf = (host: PageHost, outcome: PageOutcome["outcome"], visit?: BrowserVisit): Record<string, string> => ({
  "content-security-policy":
    "policy" in outcome && outcome.policy !== undefined
      ? outcome.policy
      : policyFor({
          ...schemeFor(host, ("leadsTo" in outcome && outcome.leadsTo) || visit?.flow),
          ...("script" in outcome ? { script: outcome.script } : {}),
        }),
  // Pages are never cached: some URLs contain keys, and some pages contain personal data.
  "cache-control": "no-store",
  ...("to" in outcome ? { location: outcome.to } : {}),
  ...("retryAfter" in outcome && outcome.retryAfter ? { "retry-after": String(Math.ceil(outcome.retryAfter)) } : {}),
});

const schemeFor = ({ services }: PageHost, flow: AppFlow | null | undefined) =>
  flow?.app === "mobile" ? { scheme: appScheme(services.site, flow) } : {};

const methodsOf = (route: Route): string =>
  [route.get && (route.hasEffects ? "GET" : "GET, HEAD"), route.post && "POST"].filter(Boolean).join(", ");

/** Logs a request with the declared path, because the actual URL may contain keys. */
function logRequest(
  { log, metrics }: PageHost,
  { path }: Route,
  reply: FastifyReply,
  status: number,
  of: TimedOutcome,
) {
  const { id: request, method } = reply.request;
  const ms = performance.now() - of.startedAt;
  metrics.observeRequest(method, path, status, ms / 1000);
  const who = { realm: of.visit?.realm.subdomain, user: of.visit?.user?.id };
  log.info({ request, method, route: path, status, ms: Math.round(ms * 10) / 10, ...who }, "request");
}
