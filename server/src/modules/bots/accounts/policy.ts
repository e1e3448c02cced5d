import { sql } from "kysely";
import { botTypes } from "@parlance/contract/entities/bot.ts";
import { isAtLeast, roles } from "@parlance/contract/entities/roles.ts";
import type { Actor, Write } from "@parlance/kernel/http/context.ts";
import { MustBeOwner } from "@parlance/kernel/http/errors.ts";
import { lockGroups } from "#modules/groups/core/group-locks.ts";
import { hasPermissionIn } from "#modules/groups/core/settings/group-settings.ts";
import { InsufficientPermission } from "#modules/users/core/errors.ts";
import { canAdministerBot, canAccessKeys } from "#modules/bots/core/bot-permissions.ts";
import { NoSuchBot } from "#modules/bots/core/errors.ts";
import { NameUsedByActiveBot } from "./errors.ts";
import { loadActiveNamesakes, lockBotNames } from "./bot-names.ts";
import { findBot, type BotRecord } from "#modules/bots/core/queries.ts";

/** Accounts that are locked in addition to the bot and its owner. */
interface AdditionalLocks {
  /** The user to whom the bot is being transferred. */
  readonly newOwnerId?: number | undefined;
  /** Whether the organization's owners are locked too. Required if the caller calls `lockUser` afterwards. */
  readonly realmOwners?: boolean;
}

/**
 * Locks a bot that the actor administers, its owner and further accounts, so that none of these accounts is deactivated
 * or gets another role during the transaction. Throws one of `botAccessErrors`.
 */
export async function lockBotToAdminister(
  { tx, actor }: Pick<Write, "tx" | "actor">,
  id: number,
  { newOwnerId = id, realmOwners = false }: AdditionalLocks = {},
): Promise<BotRecord> {
  await sql`
    select from account
    where id in (${id}, ${newOwnerId}) or id = (select bot_owner_id from account where id = ${id})
      or (${realmOwners} and realm_id = ${actor.realmId} and role = ${roles.owner})
    order by id for no key update`.execute(tx);
  const bot = await findBot(tx, actor.realmId, id);
  if (!bot) throw new NoSuchBot();
  if (canAdministerBot(actor, bot)) return bot;
  const isClose = actor.id === bot.bot_owner_id || isAtLeast(actor.role, "administrator");
  throw isClose ? new MustBeOwner() : new InsufficientPermission();
}

/**
 * Locks a bot that the actor administers and that is to be deactivated. Acquires the same locks as `deactivateUser`, in
 * the same order. Throws one of `botAccessErrors`.
 */
export async function lockBotToDeactivate(ctx: Pick<Write, "tx" | "actor">, id: number): Promise<BotRecord> {
  await lockGroups(ctx.tx, ctx.actor.realmId);
  return lockBotToAdminister(ctx, id, { realmOwners: true });
}

/**
 * Locks a bot, as `lockBotToAdminister` does, and checks that the actor may access its keys. Throws one of
 * `botAccessErrors`.
 */
export async function lockBotToAccessKeys(ctx: Pick<Write, "tx" | "actor">, id: number): Promise<BotRecord> {
  const bot = await lockBotToAdminister(ctx, id);
  assertCanAccessKeys(ctx.actor, bot);
  return bot;
}

/** Throws MustBeOwner if the actor may not access the bot's keys. */
export function assertCanAccessKeys(actor: Actor, bot: BotRecord): void {
  if (!canAccessKeys(actor, bot)) throw new MustBeOwner();
}

/** Throws InsufficientPermission if the actor may not create bots of this type. Bots may not create bots. */
export async function assertCanCreateBots(
  { actor, committedSnapshot }: Pick<Write, "actor" | "committedSnapshot">,
  botType: number | null,
): Promise<void> {
  if (actor.isBot) throw new InsufficientPermission();
  const { id: userId, realmId } = actor;
  const snapshot = await committedSnapshot();
  const has = (setting: "can_create_bots_group" | "can_create_write_only_bots_group") =>
    hasPermissionIn(snapshot, { scope: "realm", scopeId: realmId, setting, userId });
  if (has("can_create_bots_group")) return;
  if (botType === botTypes.incomingWebhook && has("can_create_write_only_bots_group")) return;
  throw new InsufficientPermission();
}

/**
 * Locks a bot that is to be reactivated, as `lockBotToAdminister` does, and returns the id of its owner after the
 * reactivation: the present owner, or the actor if the present owner is deactivated or unknown. Must be called before
 * the account is activated. If the owner changes, the caller must call `changeBotOwner` after the bot's subscriptions
 * were restored, and `announceBotChanges` last.
 * @throws InsufficientPermission if the actor may not create bots of this type
 * @throws NameUsedByActiveBot if another active bot has the name now
 * @throws one of `botAccessErrors`
 */
export async function lockBotToReactivate(
  ctx: Pick<Write, "tx" | "actor" | "committedSnapshot">,
  botId: number,
): Promise<{ ownerId: number }> {
  const { tx, actor } = ctx;
  const bot = await lockBotToAdminister(ctx, botId);
  await assertCanCreateBots(ctx, bot.bot_type);
  await lockBotNames(tx, actor.realmId);
  const namesakes = await loadActiveNamesakes(tx, actor.realmId, bot.full_name, bot.id);
  if (namesakes.some(({ bot_type: type }) => type !== null))
    throw new NameUsedByActiveBot({ full_name: bot.full_name });
  const owner = await tx
    .selectFrom("account")
    .select("id")
    .where("id", "=", bot.bot_owner_id)
    .where("is_active", "=", true)
    .executeTakeFirst();
  return { ownerId: owner?.id ?? actor.id };
}
