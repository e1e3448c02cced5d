import { sql } from "kysely";
import type { AppError } from "#kernel/errors.ts";
import type { Tx } from "#kernel/db/types.ts";
import type { Actor } from "#kernel/http/context.ts";
import { holdsMany } from "#modules/2-records/user-groups/group-settings.ts";
import { directKey, findDirectRecipients } from "./direct-recipients.ts";
import { DirectMessagesDisabled, MayNotInitiateConversation, NobodyAuthorizesConversation } from "./errors.ts";

interface Conversation {
  readonly sender: Actor;
  readonly userIds: readonly number[];
}

const PERMISSION = "direct_message_permission_group" as const;
const INITIATOR = "direct_message_initiator_group" as const;

/** For each direct message, in order: null where the organization allows it, else why not. */
export async function directMessageRights(
  tx: Tx,
  realmId: number,
  conversations: readonly Conversation[],
): Promise<(AppError | null)[]> {
  const verdicts: (AppError | null)[] = conversations.map(() => null);
  if (conversations.length === 0 || !(await isRestricted(tx, realmId))) return verdicts;
  const bots = await botsAmong(
    tx,
    conversations.flatMap(({ userIds }) => userIds),
  );
  // Bots may write to anybody, and everybody to bots and to themselves.
  const subject = conversations.flatMap(({ sender, userIds }, nth) =>
    sender.isBot || userIds.every((id) => id === sender.id || bots.has(id)) ? [] : [{ nth, sender, userIds }],
  );
  const questions = subject.flatMap(({ nth, sender, userIds }) => [
    ...userIds.map((userId) => ({ nth, userId, setting: PERMISSION })),
    { nth, userId: sender.id, setting: INITIATOR },
  ]);
  const scope = { scope: "realm" as const, scopeId: realmId };
  const held = await holdsMany(
    tx,
    realmId,
    questions.map(({ userId, setting }) => ({ ...scope, userId, setting })),
  );
  const granted = (nth: number, setting: string) =>
    questions.some((asked, index) => asked.nth === nth && asked.setting === setting && held[index]);
  const existing = await findDirectRecipients(
    tx,
    realmId,
    subject.map(({ userIds }) => directKey(userIds)),
  );
  const nobody = await isNobody(tx, realmId);
  for (const { nth, userIds } of subject) {
    if (!granted(nth, PERMISSION))
      verdicts[nth] = nobody ? new DirectMessagesDisabled() : new NobodyAuthorizesConversation();
    else if (!granted(nth, INITIATOR) && !existing.has(directKey(userIds)))
      verdicts[nth] = new MayNotInitiateConversation();
  }
  return verdicts;
}

/** Whether the organization changed either setting: by default everybody may. */
async function isRestricted(tx: Tx, realmId: number): Promise<boolean> {
  const row = await tx
    .selectFrom("group_setting")
    .select("setting")
    .where("scope", "=", "realm")
    .where("scope_id", "=", realmId)
    .where("setting", "in", [PERMISSION, INITIATOR])
    .executeTakeFirst();
  return row !== undefined;
}

async function isNobody(tx: Tx, realmId: number): Promise<boolean> {
  const row = await tx
    .selectFrom("group_setting")
    .innerJoin("user_group", "user_group.id", "group_setting.group_id")
    .select("user_group.id")
    .where("group_setting.scope", "=", "realm")
    .where("group_setting.scope_id", "=", realmId)
    .where("group_setting.setting", "=", PERMISSION)
    .where("user_group.name", "=", "role:nobody")
    .executeTakeFirst();
  return row !== undefined;
}

async function botsAmong(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx
    .selectFrom("account")
    .select("id")
    .where("id", "=", sql<number>`any(${ids}::int[])`)
    .where("bot_type", "is not", null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
