import type { Row, Tx } from "#kernel/db/types.ts";
import { toEveryone } from "#kernel/events/audience.ts";
import { emit } from "#kernel/events/log.ts";
import type { RealmContext, Role } from "#kernel/http/context.ts";
import { subscribeToDefaultChannels } from "#modules/channels/actions/join-default-channels.ts";
import { realmSettings } from "#modules/realms/queries.ts";
import { addToSystemGroups } from "#modules/user-groups/actions/add-to-system-groups.ts";
import { isFullMember } from "#modules/user-groups/system-groups.ts";
import { emailKey } from "../addresses.ts";
import { EmailInUse } from "../errors.ts";
import { userAdded } from "../events.ts";
import { nameKey } from "../names.ts";
import { factsOf } from "../queries.ts";

export interface NewUser {
  readonly realm: Pick<RealmContext, "id" | "url">;
  /** As `checkedName` returns it. */
  readonly fullName: string;
  readonly email: string;
  readonly role: Role;
  /** Null: this account cannot log in with a password. */
  readonly passwordHash: string | null;
  /** 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded; null for people. */
  readonly botType?: 1 | 2 | 3 | 4 | null;
  readonly ownerId?: number | null;
  readonly now: Date;
}

const GUEST = 600;

/**
 * Creates an account, puts it into the groups of its role and, people that are no guests, into the default channels.
 * @throws EmailInUse
 */
export async function createUser(tx: Tx, user: NewUser): Promise<Row<"account">> {
  const row = await insertAccount(tx, user);
  emit(tx, toEveryone(user.realm.id), userAdded(factsOf(row), user.realm));
  await joinGroups(tx, user, row.id);
  if (row.bot_type === null && row.role !== GUEST) {
    await subscribeToDefaultChannels(tx, { realmId: user.realm.id, userId: row.id, now: user.now });
  }
  return row;
}

async function insertAccount(tx: Tx, user: NewUser): Promise<Row<"account">> {
  const { realm, email, fullName, role, now } = user;
  const botType = user.botType ?? null;
  const row = await tx
    .insertInto("account")
    .values({
      realm_id: realm.id,
      delivery_email: email.trim(),
      email_key: emailKey(email),
      full_name: fullName,
      name_key: nameKey(fullName),
      role,
      bot_type: botType,
      bot_owner_id: user.ownerId ?? null,
      password_hash: user.passwordHash,
      date_joined: now,
      settings: botType === null ? await settingsForNewcomers(tx, realm.id) : "{}",
    })
    .onConflict((conflict) => conflict.columns(["realm_id", "email_key"]).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new EmailInUse();
  return row;
}

async function settingsForNewcomers(tx: Tx, realmId: number): Promise<string> {
  const realm = await tx
    .selectFrom("realm")
    .select("user_settings_defaults")
    .where("id", "=", realmId)
    .executeTakeFirstOrThrow();
  return JSON.stringify(realm.user_settings_defaults);
}

async function joinGroups(tx: Tx, { realm, role, now }: NewUser, userId: number): Promise<void> {
  const { waiting_period_threshold: threshold } = await realmSettings(tx, realm.id);
  await addToSystemGroups(tx, realm.id, userId, role, isFullMember({ role, joinedAt: now }, threshold, now));
}
