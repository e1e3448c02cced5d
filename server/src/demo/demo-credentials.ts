import { randomBytes } from "node:crypto";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { deriveApiKey } from "#modules/sign-in/api-keys/api-key.ts";
import type { Reader } from "#kernel/db/types.ts";
import { cast, channels, type Part, parts, passwordOf } from "./demo-users.ts";

/** Name of the file in the data directory. */
const FILE = "demo-credentials.json";

/** Everything that somebody needs who wants to try the server out. */
interface Credentials {
  readonly site: string;
  readonly users: Readonly<Record<string, object>>;
  /** Ids, by name. */
  readonly channels: Readonly<Record<string, number>>;
}

/** The credentials of the demo organization, which must exist. */
export async function demoCredentials(db: Reader, site: string, secret: Uint8Array): Promise<Credentials> {
  const accounts = await db
    .selectFrom("account")
    .innerJoin("realm", "realm.id", "account.realm_id")
    .select(["account.id", "account.email_key", "account.api_key_version", "realm.id as realm_id"])
    .where("realm.subdomain", "=", "")
    .execute();
  const rows = await db
    .selectFrom("channel")
    .innerJoin("realm", "realm.id", "channel.realm_id")
    .select(["channel.id", "channel.name"])
    .where("realm.subdomain", "=", "")
    .where("channel.name_key", "in", Object.keys(channels))
    .orderBy("channel.id")
    .execute();
  const users = (part: Part) => {
    const { fullName: full_name, email, role } = cast[part];
    const account = accounts.find(({ email_key }) => email_key === email);
    if (!account) return [];
    const api_key = deriveApiKey(secret, account.id, account.api_key_version);
    return [[part, { user_id: account.id, email, full_name, role, api_key, password: passwordOf(part, secret) }]];
  };
  return {
    site,
    users: Object.fromEntries(parts.flatMap(users)) as Record<string, object>,
    channels: Object.fromEntries(rows.map(({ id, name }) => [name, id])),
  };
}

/** Writes the file in one step, for its owner's eyes alone. */
export async function writeCredentials(dataDir: string, credentials: Credentials): Promise<void> {
  const path = join(dataDir, FILE);
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const file = await open(draft, "wx", 0o600);
  await file.writeFile(`${JSON.stringify(credentials, null, 2)}\n`);
  await file.sync();
  await file.close();
  await rename(draft, path);
}
