import { isAtLeast } from "@parlance/contract/entities/roles.ts";
import type { Reader, Row, Tx } from "@parlance/kernel/db/types.ts";
import type { Actor, Write } from "@parlance/kernel/http/context.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { InsufficientPermission } from "#modules/users/core/errors.ts";
import { hasPermissionIn } from "#modules/groups/core/settings/group-settings.ts";
import { BuiltInEmoji, EmojiNameInUse, EmojiNotFound, NotEmojiAuthor } from "./errors.ts";
import { isBuiltInEmoji } from "./emoji-names.ts";

type EmojiWithAuthor = Pick<Row<"custom_emoji">, "id" | "author_id">;

/**
 * Asserts that the actor may add an emoji with this name.
 * @throws InsufficientPermission, EmojiNameInUse, BuiltInEmoji
 */
export async function assertCanAddEmoji(
  db: Reader,
  snapshot: OrganizationSnapshot,
  actor: Actor,
  name: string,
): Promise<void> {
  const permission = { scope: "realm", scopeId: actor.realmId, setting: "can_add_custom_emoji_group" } as const;
  if (!hasPermissionIn(snapshot, { ...permission, userId: actor.id })) throw new InsufficientPermission();
  if (await findActiveEmoji(db, actor.realmId, name)) throw new EmojiNameInUse();
  if (isBuiltInEmoji(name) && !isAtLeast(actor.role, "administrator")) throw new BuiltInEmoji();
}

/**
 * Locks the organization's emoji until the transaction ends, and asserts that the actor may add an emoji with this
 * name.
 */
export async function lockEmojiToAdd({ tx, actor, committedSnapshot }: Write, name: string): Promise<void> {
  await lockRealm(tx, actor.realmId);
  await assertCanAddEmoji(tx, await committedSnapshot(), actor, name);
}

/**
 * Locks the organization's emoji until the transaction ends, and returns the emoji if the actor may deactivate it.
 * @throws EmojiNotFound, NotEmojiAuthor
 */
export async function lockEmojiToDeactivate(tx: Tx, actor: Actor, name: string): Promise<EmojiWithAuthor> {
  await lockRealm(tx, actor.realmId);
  const emoji = await findActiveEmoji(tx, actor.realmId, name);
  if (!emoji) throw new EmojiNotFound({ emoji_name: name });
  if (!isAtLeast(actor.role, "administrator") && emoji.author_id !== actor.id) throw new NotEmojiAuthor();
  return emoji;
}

const findActiveEmoji = (db: Reader, realmId: number, name: string): Promise<EmojiWithAuthor | undefined> =>
  db
    .selectFrom("custom_emoji")
    .select(["id", "author_id"])
    .where("realm_id", "=", realmId)
    .where("name", "=", name)
    .where("is_deactivated", "=", false)
    .executeTakeFirst();
