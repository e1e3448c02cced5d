import { AppError } from "@parlance/kernel/base/errors.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { Actor, RealmContext } from "@parlance/kernel/http/context.ts";
import { AccountIsDeactivated, OrganizationIsDeactivated } from "#modules/sign-in/core/errors.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { loadSystemBotId } from "#modules/organizations/core/system-realm.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { createBotMessageDraft } from "#modules/messages/send/bot-message-draft.ts";
import type { MessageDraft } from "#modules/messages/send/message-draft.ts";
import {
  prepareOutgoingMessage,
  type OutgoingMessage,
  type SenderContext,
} from "#modules/messages/send/outgoing-message.ts";
import { sendRequestOf } from "../prepare-edit.ts";
import { DeliveredTooLate } from "../errors.ts";
import { renderReminder } from "../reminders/render-reminder.ts";
import { loadReminderTarget } from "../reminders/reminder-target.ts";
import type { DueMessage } from "./find-due.ts";

/** A due message with the result of preparing it: the message to be sent, or the error that prevents it. */
export interface DeliveryAttempt {
  readonly due: DueMessage;
  readonly realm: RealmContext;
  readonly what: OutgoingMessage | ReminderDraft | AppError;
}

/** A reminder, which the notification bot sends. */
export interface ReminderDraft {
  readonly reminder: MessageDraft;
}

interface AttemptContext {
  readonly db: Reader;
  readonly snapshot: OrganizationSnapshot;
  readonly realm: RealmContext;
  readonly isTooLate: boolean;
}

/**
 * Prepares the delivery of a due message, as far as this needs no lock: resolves its recipients and renders it, with
 * the current permissions of its sender. An `AppError` is returned as part of the result; other errors are thrown.
 */
export async function prepareAttempt(
  due: DueMessage,
  { db, snapshot, realm, isTooLate }: AttemptContext,
): Promise<DeliveryAttempt> {
  try {
    const writer = { db, snapshot, realm, actor: loadSender(due, snapshot) };
    if (isTooLate) throw new DeliveredTooLate();
    const { target_id: targetId, client } = due;
    const what =
      targetId === null
        ? await prepareOutgoingMessage(writer, sendRequestOf(due), client)
        : await prepareReminder(writer, targetId, due.note);
    return { due, realm, what };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { due, realm, what: error };
  }
}

/**
 * Returns the message's sender.
 * @throws OrganizationIsDeactivated, AccountIsDeactivated
 */
function loadSender({ sender_id: id, realm_id: realmId }: DueMessage, snapshot: OrganizationSnapshot): Actor {
  if (snapshot.get(organization).isDeactivated) throw new OrganizationIsDeactivated();
  const account = snapshot.get(users).get(id);
  if (!account?.is_active) throw new AccountIsDeactivated();
  const { role, bot_type: botType } = account;
  return { id, realmId, role, isBot: botType !== null, botType };
}

async function prepareReminder(reader: SenderContext, targetId: number, note: string): Promise<ReminderDraft> {
  const target = await loadReminderTarget(reader.db, reader.actor, targetId).catch((error: unknown) => {
    if (error instanceof InvalidMessages) return null;
    throw error;
  });
  const text = await renderReminder(reader, target, note);
  return {
    reminder: createBotMessageDraft(await loadSystemBotId(reader.db, "notification-bot"), reader.actor.id, text),
  };
}
