import type { FastifyRequest } from "fastify";
import { isAtLeast, type RoleName } from "@parlance/contract/entities/roles.ts";
import type { OrganizationSnapshot } from "../organization-snapshot/organization-snapshot.ts";
import type { AppError, ErrorClass } from "../base/errors.ts";
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

/** Who may come in. */
export interface AccessRequirements {
  readonly allowsIncomingWebhooks: boolean;
  /** For what, and with what they would have to do with it: some keys are for some operations. */
  readonly rule: Pick<AccessRule, "operation" | "isSafe">;
  /** Finds the organization by which it is decided. Default: as it is now. */
  readonly snapshot?: (() => Promise<OrganizationSnapshot>) | undefined;
}

/** Who has a key, with its e-mail address; null for the address: the key is enough. */
export type Authenticate = (
  realm: RealmContext,
  email: string | null,
  apiKey: string,
  allow: AccessRequirements,
) => Promise<Actor>;

/** Where a request comes from that a browser's cookies came with. */
export interface BrowserRequest {
  readonly cookies: string;
  readonly ip: string;
}

/** Who is signed in with a browser; null: nobody. `directory`: as of `Allowance`. */
export type AuthenticateBrowser = (
  realm: RealmContext,
  browser: BrowserRequest,
  snapshot?: () => Promise<OrganizationSnapshot>,
) => Promise<Actor | null>;

/** What of an operation decides who may call it, and how. */
export interface AccessRule extends Pick<Endpoint, "access" | "humansOnly" | "allowsIncomingWebhooks"> {
  /** As the reference names it: `GET /users/{user_id}`; `""`: none. */
  readonly operation: string;
  /** Whether a GET of it does nothing but look, so that a browser may be made to ask for it. */
  readonly isSafe: boolean;
}

const accessRules = new WeakMap<Endpoint, AccessRule>();

/** The door of an operation of the API. Each request asks for it: it is made once. */
export function accessRule(endpoint: Endpoint): AccessRule {
  const known = accessRules.get(endpoint);
  if (known) return known;
  const door = { ...endpoint, operation: operationName(endpoint), isSafe: isSafeOperation(endpoint) };
  accessRules.set(endpoint, door);
  return door;
}

/** How the reference names an operation. */
export const operationName = ({ route }: Pick<Endpoint, "route">): string => route.replace(/[:*](\w+)/g, "{$1}");

/** How callers are found out. */
export interface AuthenticationServices {
  /** The account of an e-mail address and a key. Throws an `AppError` of status 401 that says what is wrong. */
  readonly authenticate: Authenticate;
  /** Default: nobody is signed in with a browser. */
  readonly authenticateBrowser?: AuthenticateBrowser;
  /** Refuses what leads beyond what a caller came in for, once the parameters are known. Default: nothing does. */
  readonly assertParametersAllowed?: (
    snapshot: OrganizationSnapshot,
    actor: Actor,
    operation: string,
    input: object,
  ) => void;
}

/**
 * The caller: by the credentials of the request, or without any by its browser's session. Throws unless the door is open to
 * them. Null: an anonymous caller, where that is allowed.
 */
export async function authenticateCaller(
  rule: AccessRule,
  realm: RealmContext,
  request: FastifyRequest,
  { authenticate, authenticateBrowser }: AuthenticationServices,
  snapshot?: () => Promise<OrganizationSnapshot>,
): Promise<Actor | null> {
  const { access } = rule;
  if (access === "public") return null;
  const { authorization, cookie: cookies } = request.headers;
  const actor =
    authorization === undefined
      ? cookies !== undefined && ((await authenticateBrowser?.(realm, { cookies, ip: request.ip }, snapshot)) ?? null)
      : await byKey(authorization);
  if (!actor) {
    if (access === "optional") return null;
    throw new NotLoggedIn();
  }
  if (authorization === undefined) assertSameSite(request, realm, rule);
  if (rule.humansOnly && actor.isBot) throw new NotForBots();
  assertRole(access, actor);
  return actor;

  function byKey(header: string): Promise<Actor> {
    const { email, apiKey } = parseBasic(header);
    return authenticate(realm, email, apiKey, {
      allowsIncomingWebhooks: rule.allowsIncomingWebhooks === true,
      rule,
      snapshot,
    });
  }
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

/** The refusals that follow from who may call an endpoint. */
export function accessErrors({ access, humansOnly }: Endpoint): ErrorClass[] {
  const refusal = requiredRoles[access]?.Refusal;
  return [...(humansOnly ? [NotForBots] : []), ...(refusal ? [refusal] : [])];
}
