import { sql } from "kysely";
import type { Reader, Row } from "#kernel/db/types.ts";

/** A name that can never be on the Internet, so no mail to these addresses leaves the server. */
const BOT_DOMAIN = "parlance.invalid";

/** Full names of the system bots. */
export const systemBots = {
  "notification-bot": "Notification Bot",
  "welcome-bot": "Welcome Bot",
  "email-gateway": "Email Gateway",
} as const;
export type SystemBotName = keyof typeof systemBots;

export const systemBotEmail = (name: SystemBotName) => `${name}@${BOT_DOMAIN}`;

/** The accounts of the system bots, by id. They belong to no organization and post in any. */
export function systemBotAccounts(db: Reader): Promise<Row<"account">[]> {
  return db.selectFrom("account").selectAll().where("realm_id", "=", systemRealmId).orderBy("id").execute();
}

/** The account of a system bot. */
export async function systemBotId(db: Reader, name: SystemBotName): Promise<number> {
  const { id } = await db
    .selectFrom("account")
    .select("id")
    .where("realm_id", "=", systemRealmId)
    .where("email_key", "=", systemBotEmail(name))
    .executeTakeFirstOrThrow();
  return id;
}

const systemRealmId = sql<number>`(select id from realm where subdomain is null)`;
