import { sql } from "kysely";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";

/** A domain that cannot exist on the Internet, so that no email to the system bots leaves the server. */
const BOT_DOMAIN = "parlance.invalid";

/** Full names of the system bots. */
export const systemBots = {
  "notification-bot": "Notification Bot",
  "welcome-bot": "Welcome Bot",
  "email-gateway": "Email Gateway",
} as const;
export type SystemBotName = keyof typeof systemBots;

export const systemBotEmail = (name: SystemBotName) => `${name}@${BOT_DOMAIN}`;

/** Email addresses of the system bots, which no other account can have. */
export const systemBotEmails: ReadonlySet<string> = new Set(
  (Object.keys(systemBots) as SystemBotName[]).map(systemBotEmail),
);

/**
 * Loads the accounts of the system bots, in the order of their ids. They belong to no organization, but can post in
 * every organization.
 */
export function loadSystemBotAccounts(db: Reader): Promise<Row<"account">[]> {
  return db.selectFrom("account").selectAll().where("realm_id", "=", systemRealmId).orderBy("id").execute();
}

/** Returns whether all system bots exist. */
export const hasSystemBots = async (db: Reader): Promise<boolean> =>
  Object.values<number | undefined>(await loadSystemBotIds(db)).every((id) => id !== undefined);

/** Loads the ids of the system bots' accounts. */
export async function loadSystemBotIds(db: Reader): Promise<Readonly<Record<SystemBotName, number>>> {
  const rows = await db
    .selectFrom("account")
    .select(["id", "email_key"])
    .where("realm_id", "=", systemRealmId)
    .execute();
  const ids = new Map(rows.map(({ id, email_key }) => [email_key, id]));
  const names = Object.keys(systemBots) as SystemBotName[];
  return Object.fromEntries(names.map((name) => [name, ids.get(systemBotEmail(name))])) as Record<
    SystemBotName,
    number
  >;
}

/** Loads the id of a system bot's account. */
export const loadSystemBotId = async (db: Reader, name: SystemBotName): Promise<number> =>
  (await loadSystemBotIds(db))[name];

const systemRealmId = sql<number>`(select id from realm where subdomain is null)`;
