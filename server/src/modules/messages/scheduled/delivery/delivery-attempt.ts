import { AppError } from "#kernel/errors.ts";
import type { Reader } from "#kernel/db/types.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import type { Actor, RealmContext } from "#kernel/http/context.ts";
import { AccountIsDeactivated, OrganizationIsDeactivated } from "#modules/sign-in/core/errors.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { systemBotId } from "#modules/organizations/core/system-realm.ts";
import { people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { draftToOne } from "#modules/messages/send/bot-message-draft.ts";
import type { MessageDraft } from "#modules/messages/send/message-draft.ts";
import { prepareMessage, type Outgoing, type Writer } from "#modules/messages/send/outgoing-message.ts";
import { requestOf } from "../prepare-edit.ts";
import { DeliveredTooLate } from "../errors.ts";
import { renderReminder } from "../reminders/render-reminder.ts";
import { readableTarget } from "../reminders/reminder-target.ts";
import type { Due } from "./find-due.ts";

/** Something that is due, ready to be delivered, or why it cannot be. */
export interface Attempt {
  readonly due: Due;
  readonly realm: RealmContext;
  readonly what: Outgoing | ReminderDraft | AppError;
}

/** What the notification bot sends. */
export interface ReminderDraft {
  readonly reminder: MessageDraft;
}

interface Circumstances {
  readonly db: Reader;
  readonly directory: Directory;
  readonly realm: RealmContext;
  readonly isTooLate: boolean;
}

/** Everything about it that needs no lock: who and what is named, and what it looks like, for its sender as they are now. */
export async function prepareAttempt(due: Due, { db, directory, realm, isTooLate }: Circumstances): Promise<Attempt> {
  try {
    const writer = { db, directory, realm, actor: senderOf(due, directory) };
    if (isTooLate) throw new DeliveredTooLate();
    const { target_id: targetId, client } = due;
    const what =
      targetId === null
        ? await prepareMessage(writer, requestOf(due), client)
        : await prepareReminder(writer, targetId, due.note);
    return { due, realm, what };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { due, realm, what: error };
  }
}

/** @throws OrganizationIsDeactivated, AccountIsDeactivated */
function senderOf({ sender_id: id, realm_id: realmId }: Due, directory: Directory): Actor {
  if (directory.of(organization).isDeactivated) throw new OrganizationIsDeactivated();
  const account = directory.of(people).get(id);
  if (!account?.is_active) throw new AccountIsDeactivated();
  const { role, bot_type: botType } = account;
  return { id, realmId, role, isBot: botType !== null, botType };
}

async function prepareReminder(reader: Writer, targetId: number, note: string): Promise<ReminderDraft> {
  const target = await readableTarget(reader.db, reader.actor, targetId).catch((error: unknown) => {
    if (error instanceof InvalidMessages) return null;
    throw error;
  });
  const text = await renderReminder(reader, target, note);
  return { reminder: draftToOne(await systemBotId(reader.db, "notification-bot"), reader.actor.id, text) };
}
