import type { Row, Tx } from "#kernel/db/types.ts";
import { emit } from "#kernel/events/log.ts";
import type { Actor } from "#kernel/http/context.ts";
import { recordAct } from "#modules/audit-log/actions/record-act.ts";
import { changeBotOwner } from "#modules/bots/actions/change-bot-owner.ts";
import { tellOfBotChanges } from "#modules/bots/actions/tell-of-bots.ts";
import { checkBotReactivation } from "#modules/bots/policy.ts";
import { loadBots } from "#modules/bots/queries.ts";
import { resumeSubscriptions } from "#modules/channels/actions/suspend-subscriptions.ts";
import { exportConsentChanged } from "#modules/user-settings/events.ts";
import { thoseWhoSeeUser } from "../audiences.ts";
import { userChanged } from "../events.ts";
import { lockUser } from "../owners.ts";
import { changeableSettings } from "../settings.ts";
import { closeEventQueues } from "./close-event-queues.ts";
import { tellOfReturn } from "./tell-of-memberships.ts";
import { notePeopleInSight } from "./tell-of-people.ts";

interface Return {
  readonly realmId: number;
  /** Null: the server's operator. */
  readonly actor: Actor | null;
  readonly userId: number;
  readonly now: Date;
}

/**
 * Brings a deactivated account back, with its channels and groups; not its bots, nor its event queues. A bot whose owner is
 * deactivated becomes the actor's. Nothing happens to an active account. Whether anybody may is for the caller to ask,
 * except that bots are created by those who may create them.
 * @throws NoSuchUser, and for bots what `checkBotReactivation` throws
 */
export async function reactivateUser(tx: Tx, { realmId, actor, userId, now }: Return): Promise<void> {
  const { account } = await lockUser(tx, realmId, userId);
  if (account.is_active) return;
  const isBot = account.bot_type !== null;
  const owner = isBot && actor ? await checkBotReactivation(tx, actor, userId) : null;
  const [bot] = await loadBots(tx, [userId]);
  const audience = await thoseWhoSeeUser(tx, { realmId, userId });
  const tellOfPeople = await notePeopleInSight(tx, realmId, [userId]);

  const row = await activate(tx, userId);
  // Registered while the account was being deactivated: it lacks what happened since.
  await closeEventQueues(tx, realmId, [userId]);
  await record(tx, { realmId, actor, userId, now }, isBot);

  emit(tx, audience, userChanged({ user_id: userId, is_active: true }));
  await resumeSubscriptions(tx, realmId, [userId]);
  if (bot && owner && actor && owner.ownerId !== bot.bot_owner_id) {
    await changeBotOwner(tx, { bot, ownerId: owner.ownerId, actorId: actor.id, now });
  }
  if (bot) await tellOfBotChanges(tx, [bot]);
  await tellOfReturn(tx, realmId, [userId], now);
  if (!isBot) {
    const { allow_private_data_export: consents } = changeableSettings(row);
    emit(tx, { realmId, roleAtLeast: 200, humans: true }, exportConsentChanged(userId, consents));
  }
  await tellOfPeople();
}

const activate = (tx: Tx, userId: number): Promise<Row<"account">> =>
  tx.updateTable("account").set({ is_active: true }).where("id", "=", userId).returningAll().executeTakeFirstOrThrow();

const record = (tx: Tx, { realmId, actor, userId, now }: Return, isBot: boolean): Promise<void> =>
  recordAct(tx, {
    realmId,
    actorId: actor?.id ?? null,
    act: isBot ? "bot.reactivated" : "user.reactivated",
    targetId: userId,
    before: { is_active: false },
    after: { is_active: true },
    now,
  });
