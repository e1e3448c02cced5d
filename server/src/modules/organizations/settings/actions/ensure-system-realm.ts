import { botTypes } from "@parlance/contract/entities/bot.ts";
import { roles } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { insertRealm } from "#modules/organizations/core/actions/insert-realm.ts";
import { systemBotEmail, type SystemBotName, systemBots } from "#modules/organizations/core/system-realm.ts";
import { insertAccounts } from "#modules/users/core/actions/insert-accounts.ts";

/**
 * Creates the realm of the system bots, and those bots that are missing. Several processes may call this at the same
 * time.
 */
export async function ensureSystemRealm(tx: Tx, now: Date): Promise<void> {
  await insertRealm(tx, { subdomain: null, name: "System bots", description: "", now });
  const { id: realmId } = await tx
    .selectFrom("realm")
    .select("id")
    .where("subdomain", "is", null)
    .executeTakeFirstOrThrow();
  const bots = (Object.entries(systemBots) as [SystemBotName, string][]).map(
    ([name, fullName]) =>
      ({
        realmId,
        fullName,
        email: systemBotEmail(name),
        role: roles.member,
        botType: botTypes.generic,
        passwordHash: null,
        now,
      }) as const,
  );
  await insertAccounts(tx, bots);
}
