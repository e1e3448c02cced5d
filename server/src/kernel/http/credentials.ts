import { isAtLeast, type RoleName } from "@parlance/contract/entities/roles.ts";
import type { Directory } from "../directory/directory.ts";
import type { AppError, ErrorClass } from "../errors.ts";
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

/** Which bots may come in. */
export interface Allowance {
  readonly incomingWebhooks: boolean;
  /** Finds the organization by which it is decided. Default: as it is now. */
  readonly directory?: (() => Promise<Directory>) | undefined;
}

/** Who has a key, with its e-mail address; null for the address: the key is enough. */
export type Authenticate = (
  realm: RealmContext,
  email: string | null,
  apiKey: string,
  allow: Allowance,
) => Promise<Actor>;

/** The caller. Throws unless the endpoint is open to them. Null: an anonymous caller, where that is allowed. */
export async function whoAsks(
  endpoint: Pick<Endpoint, "access" | "humansOnly" | "allowsIncomingWebhooks">,
  realm: RealmContext,
  authorization: string | undefined,
  authenticate: Authenticate,
  directory?: () => Promise<Directory>,
): Promise<Actor | null> {
  const { access } = endpoint;
  if (access === "public" || (access === "optional" && authorization === undefined)) return null;
  if (authorization === undefined) throw new NotLoggedIn();

  const { email, apiKey } = parseBasic(authorization);
  const actor = await authenticate(realm, email, apiKey, {
    incomingWebhooks: endpoint.allowsIncomingWebhooks === true,
    directory,
  });
  if (endpoint.humansOnly && actor.isBot) throw new NotForBots();
  requireRole(access, actor);
  return actor;
}

function parseBasic(authorization: string): { email: string; apiKey: string } {
  const [scheme = "", payload, ...rest] = authorization.trim().split(/\s+/);
  if (scheme.toLowerCase() !== "basic") throw new BasicAuthRequired();
  if (payload === undefined || rest.length > 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(payload)) {
    throw new InvalidAuthorization();
  }
  const [email, apiKey, ...more] = Buffer.from(payload, "base64").toString("utf8").split(":");
  if (email === undefined || apiKey === undefined || more.length > 0) throw new InvalidAuthorization();
  return { email, apiKey };
}

const required: Partial<Record<Access, { least: RoleName; Refusal: ErrorClass & (new () => AppError) }>> = {
  member: { least: "member", Refusal: NotForGuests },
  moderator: { least: "moderator", Refusal: MustBeModerator },
  admin: { least: "administrator", Refusal: MustBeAdministrator },
  owner: { least: "owner", Refusal: MustBeOwner },
};

function requireRole(access: Access, actor: Actor): void {
  const rule = required[access];
  if (rule && !isAtLeast(actor.role, rule.least)) throw new rule.Refusal();
}

/** The refusals that follow from who may call an endpoint. */
export function accessErrors({ access, humansOnly }: Endpoint): ErrorClass[] {
  const refusal = required[access]?.Refusal;
  return [...(humansOnly ? [NotForBots] : []), ...(refusal ? [refusal] : [])];
}
