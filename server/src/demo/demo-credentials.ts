import { randomBytes } from "node:crypto";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { deriveApiKey } from "#modules/sign-in/api-keys/api-key.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { demoUsers, demoChannels, type DemoUser, demoUserKeys, demoPassword } from "./demo-users.ts";

/** Name of the credentials file in the data directory. */
const CREDENTIALS_FILE = "demo-credentials.json";

/** The logins and ids that a developer needs to try the API. */
interface DemoCredentials {
  readonly site: string;
  readonly users: Readonly<Record<string, object>>;
  /** Channel ids, by name. */
  readonly channels: Readonly<Record<string, number>>;
}

/** Loads the credentials of the demo organization, which must exist. */
export async function loadDemoCredentials(db: Reader, site: string, secret: Uint8Array): Promise<DemoCredentials> {
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
    .where("channel.name_key", "in", Object.keys(demoChannels))
    .orderBy("channel.id")
    .execute();
  const users = (part: DemoUser) => {
    const { fullName: full_name, email, role } = demoUsers[part];
    const account = accounts.find(({ email_key }) => email_key === email);
    if (!account) return [];
    const api_key = deriveApiKey(secret, account.id, account.api_key_version);
    return [[part, { user_id: account.id, email, full_name, role, api_key, password: demoPassword(part, secret) }]];
  };
  return {
    site,
    users: Object.fromEntries(demoUserKeys.flatMap(users)) as Record<string, object>,
    channels: Object.fromEntries(rows.map(({ id, name }) => [name, id])),
  };
}

/** Writes the file atomically, readable only by its owner. */
export async function writeDemoCredentials(dataDir: string, credentials: DemoCredentials): Promise<void> {
  const path = join(dataDir, CREDENTIALS_FILE);
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const file = await open(draft, "wx", 0o600);
  await file.writeFile(`${JSON.stringify(credentials, null, 2)}\n`);
  await file.sync();
  await file.close();
  await rename(draft, path);
}
