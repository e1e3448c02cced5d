import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import type { WireAliases } from "@parlance/kernel/http/wire-aliases.ts";
import type { JobContext, JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import type { RealmSite } from "#modules/organizations/core/queries.ts";
import { retryDelaySeconds } from "#modules/notifications/push-devices/job-kinds.ts";
import type { PushMetrics } from "#modules/notifications/push-devices/push-metrics.ts";
import type { Relay } from "#modules/notifications/push-devices/relay/relay.ts";
import { loadShownMessages, findMissedConversations } from "../email/missed-messages.ts";
import type { NotificationReason } from "@parlance/contract/notifications/notification-decision.ts";
import { findReachableUser } from "../core/reachable-user.ts";
import { clearPhonesJob, notifyPhonesJob, type EncryptionMode } from "./phone-transport.ts";
import { type PhoneOwner, createEncryptedPayload, createRemovalPayload } from "./encrypted-payload.ts";
import { createUnencryptedNotification, createUnencryptedRemoval } from "./unencrypted-payload.ts";
import { type PhoneNotification, type PhoneDelivery, sendToPhones } from "./send-to-phones.ts";

export interface PhonePushServices {
  readonly snapshots: OrganizationSnapshots;
  readonly relay: Relay | null;
  readonly site: RealmSite;
  readonly wireAliases: WireAliases;
  readonly metrics: PushMetrics;
}

/** Maximum number of attempts. They take about half an hour, after which a notification is of little use. */
const MAX_TRIES = 12;

/**
 * Notifies a user's phones of a message, unless the notification has ended meanwhile, for example because the message
 * was read.
 */
export const notifyPhones = (office: PhonePushServices): JobDeclaration => ({
  ...notifyPhonesJob,
  async run(ctx, payload) {
    const job = notifyPhonesJob.payload.parse(payload);
    const { user_id: userId, message_id: messageId, group_id: groupId } = job;
    const occasion = await findOccasion(ctx.db.reader, userId, messageId);
    if (occasion === null) return;
    const owner = await findPhoneOwner(ctx, office, userId);
    const notification =
      owner && (await createPhoneNotification(ctx.db.reader, owner, { id: messageId, occasion, groupId }));
    if (!owner || !notification) return;
    const sending = { notification, urgency: "now", collapseKey: `message ${messageId}` } as const;
    await attemptSend(ctx, office, { kind: notifyPhonesJob, job, owner, sending });
    await clearIfRead(ctx, job);
  },
});

/**
 * If the message was read while phones were being notified, the retraction may have been sent before the notification.
 * In this case, the notification is retracted again.
 */
async function clearIfRead(
  { db }: JobContext,
  target: { user_id: number; way: EncryptionMode; message_id: number },
): Promise<void> {
  const { user_id, way, message_id } = target;
  if ((await findOccasion(db.reader, user_id, message_id)) !== null) return;
  await db.write(async (tx) => enqueueJob(tx, clearPhonesJob, { user_id, way, message_ids: [message_id] }));
}

/** Removes notifications of messages from a user's phones. */
export const clearPhoneNotifications = (office: PhonePushServices): JobDeclaration => ({
  ...clearPhonesJob,
  async run(ctx, payload) {
    const job = clearPhonesJob.payload.parse(payload);
    const { message_ids: ids } = job;
    const owner = await findPhoneOwner(ctx, office, job.user_id);
    if (!owner) return;
    const notification = {
      encrypted: createRemovalPayload(owner, ids),
      unencrypted: (brand: string) => createUnencryptedRemoval(owner, ids, brand),
    };
    const sending = { notification, urgency: "later", collapseKey: `removal ${ids.join()}` } as const;
    await attemptSend(ctx, office, { kind: clearPhonesJob, job, owner, sending });
  },
});

/** Returns the reason for a user's notification of a message; null if the notification has ended. */
async function findOccasion(db: Reader, userId: number, messageId: number): Promise<NotificationReason | null> {
  const { rows } = await sql<{ occasion: NotificationReason }>`
    select occasion from notice
    where user_id = ${userId} and message_id = ${messageId} and ended_at is null and by_phone`.execute(db);
  return rows[0]?.occasion ?? null;
}

/** Loads the user whose phones are notified; null if the user cannot be notified. */
async function findPhoneOwner(
  { db }: JobContext,
  office: PhonePushServices,
  userId: number,
): Promise<PhoneOwner | null> {
  const person = await findReachableUser(db.reader, office, userId);
  return person && { ...person, name: person.snapshot.get(organization).loadedRow.name };
}

async function createPhoneNotification(
  db: Reader,
  owner: PhoneOwner,
  {
    id,
    occasion,
    groupId,
  }: { readonly id: number; readonly occasion: NotificationReason; readonly groupId: number | null },
): Promise<PhoneNotification | null> {
  const notification = { ids: [id], occasions: [occasion], groupIds: [groupId] };
  const [conversation] = await findMissedConversations(db, owner.reader, notification, 1);
  if (!conversation) return null;
  const [message] = await loadShownMessages(db, owner.reader, conversation.shownIds);
  if (!message) return null;
  const about = { target: conversation.target, message, occasion, group: await findGroupName(db, groupId) };
  return {
    encrypted: createEncryptedPayload(owner, about),
    unencrypted: (brand: string) => createUnencryptedNotification(owner, about, brand),
  };
}

async function findGroupName(db: Reader, groupId: number | null) {
  if (groupId === null) return null;
  const row = await db.selectFrom("user_group").select(["id", "name"]).where("id", "=", groupId).executeTakeFirst();
  return row?.name ? { id: row.id, name: row.name } : null;
}

type PhoneJobKind = typeof notifyPhonesJob | typeof clearPhonesJob;

interface SendAttempt {
  readonly kind: PhoneJobKind;
  readonly job: Pick<PhoneDelivery, "way" | "only"> & { readonly tries: number };
  readonly owner: PhoneOwner;
  readonly sending: Pick<PhoneDelivery, "notification" | "urgency" | "collapseKey">;
}

async function attemptSend(
  ctx: JobContext,
  { relay, wireAliases, metrics }: PhonePushServices,
  { kind, job, owner, sending }: SendAttempt,
): Promise<void> {
  if (!relay) return;
  const { way, only } = job;
  const { realm, reader } = owner;
  const by = { realm, userId: reader.id, way, only, wireAliases };
  const rest = await sendToPhones(ctx, relay.during(ctx), { ...by, ...sending });
  const isSent = rest === "none";
  const canRetry = !isSent && rest !== "rejected" && job.tries + 1 < MAX_TRIES;
  metrics.countAttempt("phone", isSent ? "sent" : canRetry ? "postponed" : "failed");
  if (canRetry) await retryLater(ctx, kind, job, rest);
}

async function retryLater(
  { db }: JobContext,
  kind: PhoneJobKind,
  job: SendAttempt["job"],
  rest: "all" | readonly string[],
): Promise<void> {
  const tries = job.tries + 1;
  const only = rest === "all" ? job.only : rest;
  const afterSeconds = retryDelaySeconds(tries);
  await db.write(async (tx) => enqueueJob(tx, kind, { ...job, only, tries }, { afterSeconds }));
}
