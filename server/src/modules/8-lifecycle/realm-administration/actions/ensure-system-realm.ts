import { botTypes } from "@parlance/contract/entities/bot.ts";
import { roles } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "#kernel/db/types.ts";
import { systemBotEmail, type SystemBotName, systemBots } from "#modules/1-ground/realms/system-realm.ts";

/** Creates the server's own realm and its bots, as far as they are missing. Any number of processes may do it at once. */
export async function ensureSystemRealm(tx: Tx, now: Date): Promise<void> {
  await tx
    .insertInto("realm")
    .values({ subdomain: null, host: null, name: "System bots", created_at: now, deactivated_at: null })
    .onConflict((conflict) => conflict.column("subdomain").doNothing())
    .execute();
  const { id: realm_id } = await tx
    .selectFrom("realm")
    .select("id")
    .where("subdomain", "is", null)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("realm_counter")
    .values({ realm_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const bots = (Object.entries(systemBots) as [SystemBotName, string][]).map(([name, fullName]) => ({
    realm_id,
    delivery_email: systemBotEmail(name),
    email_key: systemBotEmail(name),
    full_name: fullName,
    name_key: fullName.toLowerCase(),
    role: roles.member,
    bot_type: botTypes.generic,
    date_joined: now,
  }));
  await tx
    .insertInto("account")
    .values(bots)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
