import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import type { Database } from "@parlance/kernel/db/types.ts";
import { storeServerFact } from "@parlance/kernel/db/server-facts.ts";

const FACT = "push_relay_account";
/** Length of a key, in characters. */
const KEY_LENGTH = 64;

/** The server's account at the relay. */
export interface RelayAccount {
  readonly id: string;
  readonly key: string;
}

/**
 * Returns the server's account at the relay. The server chooses the id and the key itself when the account is first
 * needed.
 */
export async function ensureRelayAccount(db: Database): Promise<RelayAccount> {
  const stored = await findRelayAccount(db);
  if (stored) return stored;
  const made: RelayAccount = { id: randomUUID(), key: randomBytes(KEY_LENGTH / 2).toString("hex") };
  await db.write((tx) => storeServerFact(tx, FACT, JSON.stringify(made), "kept"));
  // Another process may have created the account first.
  return (await findRelayAccount(db)) ?? made;
}

/** Returns the account if it exists. */
export async function findRelayAccount({ reader }: Pick<Database, "reader">): Promise<RelayAccount | undefined> {
  const row = await reader.selectFrom("server_fact").select("value").where("key", "=", FACT).executeTakeFirst();
  return row && (JSON.parse(row.value) as RelayAccount);
}

/**
 * Returns the response to a relay's challenge, which proves that the server with this account is reachable at the host
 * name.
 */
export function createHostnameProof({ id, key }: RelayAccount, hostname: string, challenge: string): string {
  // The relay stores only the hash of the key.
  const keyHash = createHash("sha256").update(key).digest();
  return createHmac("sha256", keyHash).update(`hostname ${id} ${hostname} ${challenge}`).digest("base64url");
}

/**
 * Returns the id under which the relay knows an organization or one of its users, or the owner's secret of an
 * organization. It reveals nothing about them, and never changes.
 */
export function relayName({ id, key }: RelayAccount, what: "realm" | "user" | "owner", of: number): string {
  const hash = createHash("sha256").update(`${id} ${key} ${what} ${of}`).digest("hex");
  // The id has the format of a random UUID.
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `4${hash.slice(13, 16)}`, `a${hash.slice(17, 20)}`];
  return [...parts, hash.slice(20, 32)].join("-");
}
