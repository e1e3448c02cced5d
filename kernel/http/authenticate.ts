import type { FastifyRequest } from "fastify";
import { isAtLeast, type RoleName } from "@parlance/contract/entities/roles.ts";
import type { OrganizationSnapshot } from "../organization-snapshot/organization-snapshot.ts";
import type { AppError, ErrorClass } from "../base/errors.ts";
import { type MaybePromise, thenMaybe } from "../base/maybe-promise.ts";
import type { Actor, RealmContext } from "./context.ts";
import type { Access, Endpoint } from "./endpoint.ts";
import {
  BasicAuthRequired,
  InvalidAuthorization,
  MustBeAdministrator,
  MustBeModerator,
  MustBeOwner,
  NotForBots,
  NotForGuests,
  NotLoggedIn,
} from "./errors.ts";
import { isSafeOperation, assertSameSite } from "./same-site.ts";

/** The facts about an operation that the authentication of a request depends on. */
export interface AccessRequirements {
  readonly allowsIncomingWebhooks: boolean;
  /**
   * The name of the operation, and whether the operation is safe, because scoped API keys allow only some operations.
   */
  readonly rule: Pick<AccessRule, "operation" | "isSafe">;
  /** Returns the organization snapshot that authentication uses. Default: the current snapshot. */
  readonly snapshot?: (() => MaybePromise<OrganizationSnapshot>) | undefined;
}

/** Authenticates the holder of an API key. `email` is null if the request contains only the key. */
export type Authenticate = (
  realm: RealmContext,
  email: string | null,
  apiKey: string,
  allow: AccessRequirements,
) => MaybePromise<Actor>;

/** Cookies and IP address of a request from a browser. */
export interface BrowserRequest {
  readonly cookies: string;
  readonly ip: string;
}

/** Authenticates a browser's session. Returns null if no user is logged in. `snapshot`: as in `AccessRequirements`. */
export type AuthenticateBrowser = (
  realm: RealmContext,
  browser: BrowserRequest,
  snapshot?: () => MaybePromise<OrganizationSnapshot>,
) => Promise<Actor | null>;

/** The properties of an operation that determine which users and credentials may call it. */
export interface AccessRule extends Pick<Endpoint, "access" | "humansOnly" | "allowsIncomingWebhooks"> {
  /**
   * The name of the operation in the API reference, such as `GET /users/{user_id}`. Empty for routes outside of the
   * API.
   */
  readonly operation: string;
  /**
   * Whether the operation is a read without `hasEffects`. If it is a GET, no harm is done if another site makes a
   * browser send it.
   */
  readonly isSafe: boolean;
}

const accessRules = new WeakMap<Endpoint, AccessRule>();

/** Returns the access rule of an endpoint. The rule is cached, because each request needs it. */
export function accessRule(endpoint: Endpoint): AccessRule {
  const known = accessRules.get(endpoint);
  if (known) return known;
  const rule = { ...endpoint, operation: operationName(endpoint), isSafe: isSafeOperation(endpoint) };
  accessRules.set(endpoint, rule);
  return rule;
}

/** Returns the name of an operation in the API reference. */
export const operationName = ({ route }: Pick<Endpoint, "route">): string => route.replace(/[:*](\w+)/g, "{$1}");

/** Services that authenticate callers. */
export interface AuthenticationServices {
  /**
   * Returns the user with the given email address and API key. Throws an `AppError` that states the problem: with
   * status 401, or 403 if a scoped key does not allow the operation.
   */
  readonly authenticate: Authenticate;
  /** Authenticates browser sessions. Default: no browser is logged in. */
  readonly authenticateBrowser?: AuthenticateBrowser;
  /**
   * Throws if the caller's credential does not allow the parameters. Called when the parameters have been read.
   * Default: all parameters are allowed.
   */
  readonly assertParametersAllowed?: (
    snapshot: OrganizationSnapshot,
    actor: Actor,
    operation: string,
    input: object,
  ) => void;
}

/**
 * Authenticates the caller with the credentials of the request or, without credentials, with the browser's session.
 * Returns null for an anonymous caller if the access rule allows this, and for every caller of a public endpoint.
 * Throws if the access rule does not admit the caller.
 */
export function authenticateCaller(
  rule: AccessRule,
  realm: RealmContext,
  request: FastifyRequest,
  services: AuthenticationServices,
  snapshot?: () => MaybePromise<OrganizationSnapshot>,
): MaybePromise<Actor | null> {
  const { access } = rule;
  if (access === "public") return null;
  return thenMaybe(identifyCaller(rule, realm, request, services, snapshot), (actor) => {
    if (!actor) {
      if (access === "optional") return null;
      throw new NotLoggedIn();
    }
    if (request.headers.authorization === undefined) assertSameSite(request, realm, rule);
    if (rule.humansOnly && actor.isBot) throw new NotForBots();
    assertRole(access, actor);
    return actor;
  });
}

/** Finds the caller by the credentials of the request or, without credentials, by the browser's session. */
function identifyCaller(
  rule: AccessRule,
  realm: RealmContext,
  request: FastifyRequest,
  { authenticate, authenticateBrowser }: AuthenticationServices,
  snapshot?: () => MaybePromise<OrganizationSnapshot>,
): MaybePromise<Actor | null> {
  const { authorization, cookie: cookies } = request.headers;
  if (authorization !== undefined) {
    const { email, apiKey } = parseBasic(authorization);
    const allowsIncomingWebhooks = rule.allowsIncomingWebhooks === true;
    return authenticate(realm, email, apiKey, { allowsIncomingWebhooks, rule, snapshot });
  }
  if (cookies === undefined) return null;
  return authenticateBrowser?.(realm, { cookies, ip: request.ip }, snapshot) ?? null;
}

const BASIC = /^\s*basic\s+([A-Za-z0-9+/]+={0,2})\s*$/i;

function parseBasic(authorization: string): { email: string; apiKey: string } {
  const [, payload] = BASIC.exec(authorization) ?? [];
  if (payload === undefined) {
    throw /^\s*basic(?:\s|$)/i.test(authorization) ? new InvalidAuthorization() : new BasicAuthRequired();
  }
  const decoded = Buffer.from(payload, "base64").toString("utf8");
  const colon = decoded.indexOf(":");
  if (colon < 0 || decoded.includes(":", colon + 1)) throw new InvalidAuthorization();
  return { email: decoded.slice(0, colon), apiKey: decoded.slice(colon + 1) };
}

const requiredRoles: Partial<Record<Access, { least: RoleName; Refusal: ErrorClass & (new () => AppError) }>> = {
  member: { least: "member", Refusal: NotForGuests },
  moderator: { least: "moderator", Refusal: MustBeModerator },
  admin: { least: "administrator", Refusal: MustBeAdministrator },
  owner: { least: "owner", Refusal: MustBeOwner },
};

function assertRole(access: Access, actor: Actor): void {
  const rule = requiredRoles[access];
  if (rule && !isAtLeast(actor.role, rule.least)) throw new rule.Refusal();
}

/** Returns the errors with which an endpoint's access rule can reject callers. */
export function accessErrors({ access, humansOnly }: Endpoint): ErrorClass[] {
  const refusal = requiredRoles[access]?.Refusal;
  return [...(humansOnly ? [NotForBots] : []), ...(refusal ? [refusal] : [])];
}
