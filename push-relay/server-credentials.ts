import { timingSafeEqual } from "node:crypto";
import { updateLastSeen } from "./actions/update-last-seen.ts";
import type { Sql } from "./database.ts";
import { InvalidServiceOrg } from "./errors.ts";
import type { RemoteServer } from "./operations/operation.ts";
import { hashToken } from "./push-tokens.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id and the key with which a server authenticates. */
export interface Credentials {
  readonly orgId: string;
  readonly key: string;
}

/**
 * Parses a header of Basic authentication.
 * @throws InvalidServiceOrg
 */
export function parseCredentials(authorization: string | undefined): Credentials {
  const [scheme = "", encoded = ""] = (authorization ?? "").split(" ");
  const [orgId = "", key = ""] = Buffer.from(encoded, "base64").toString().split(":");
  if (scheme.toLowerCase() !== "basic" || !UUID.test(orgId)) throw new InvalidServiceOrg();
  return { orgId, key };
}

/**
 * Finds the active server with the credentials, and stores the day of its request.
 * @throws InvalidServiceOrg
 */
export async function authenticateServer(sql: Sql, { orgId, key }: Credentials, now: Date): Promise<RemoteServer> {
  const { rows } = await sql.query<{ id: number; key_hash: Buffer; is_recorded: boolean }>(
    `select id, key_hash, heard_on >= $2::date as is_recorded from remote_server
     where org_id = $1 and deactivated_at is null`,
    [orgId, now],
  );
  const [found] = rows;
  if (!found || !matchesKeyHash(key, found.key_hash)) throw new InvalidServiceOrg();
  if (!found.is_recorded) await updateLastSeen(sql, found.id, now);
  return { id: found.id };
}

/**
 * Finds the server with the given id, or returns undefined if the id is not registered.
 * @throws InvalidServiceOrg if the server has a different key
 */
export async function assertOwnKey(sql: Sql, { orgId, key }: Credentials): Promise<RemoteServer | undefined> {
  const { rows } = await sql.query<{ id: number; key_hash: Buffer }>(
    "select id, key_hash from remote_server where org_id = $1",
    [orgId],
  );
  const [found] = rows;
  if (found && !matchesKeyHash(key, found.key_hash)) throw new InvalidServiceOrg();
  return found && { id: found.id };
}

/** Returns whether a key has the given hash. Keys are long and random, so a slow hash function is not needed. */
const matchesKeyHash = (key: string, hash: Uint8Array): boolean => timingSafeEqual(hashToken(key), hash);
