import { sql } from "kysely";
import type { Reader } from "#kernel/db/types.ts";
import type { Directories } from "#kernel/organization-snapshot/organization-snapshots.ts";
import type { WireAliases } from "#kernel/http/wire-aliases.ts";
import type { JobContext, JobDeclaration } from "#kernel/jobs/job.ts";
import { requestJob } from "#kernel/jobs/enqueue-job.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import type { RealmSite } from "#modules/organizations/core/queries.ts";
import { pauseAfter } from "#modules/notifications/push-devices/registration.ts";
import type { Relay } from "#modules/notifications/push-devices/relay/relay.ts";
import { loadShownMessages, missedConversations } from "../email/missed-messages.ts";
import type { Occasion } from "@parlance/contract/notifications/notification-decision.ts";
import { reachedPerson } from "../core/reachable-user.ts";
import { clearPhones, tellPhones, type Way } from "./phone-transport.ts";
import { type PhoneOwner, phoneNotice, removal } from "./encrypted-payload.ts";
import { plainNotice, plainRemoval } from "./unencrypted-payload.ts";
import { type PhoneNotice, type Rest, type Sending, sendToPhones } from "./send-to-phones.ts";

export interface PhoneOffice {
  readonly directories: Directories;
  readonly relay: Relay | null;
  readonly site: RealmSite;
  readonly wireAliases: WireAliases;
}

/** After about an hour and a half a notice is of little use. */
const MOST_TRIES = 12;

/** Tells somebody's phones of a message, unless it has been read meanwhile. */
export const tellAllPhones = (office: PhoneOffice): JobDeclaration => ({
  ...tellPhones,
  async run(ctx, payload) {
    const told = tellPhones.payload.parse(payload);
    const { user_id: userId, message_id: messageId, group_id: groupId } = told;
    const occasion = await occasionOf(ctx.db.reader, userId, messageId);
    if (occasion === null) return;
    const owner = await ownerOf(ctx, office, userId);
    const notice = owner && (await noticeOf(ctx.db.reader, owner, { id: messageId, occasion, groupId }));
    if (!owner || !notice) return;
    const sending = { notice, urgency: "now", thing: `message ${messageId}` } as const;
    await sendNow(ctx, office, { kind: tellPhones, told, owner, sending });
    await clearIfRead(ctx, told);
  },
});

/** What was read while phones were told of it may have been taken back before it came: then it is taken back again. */
async function clearIfRead({ db }: JobContext, told: { user_id: number; way: Way; message_id: number }): Promise<void> {
  const { user_id, way, message_id } = told;
  if ((await occasionOf(db.reader, user_id, message_id)) !== null) return;
  await db.write(async (tx) => requestJob(tx, clearPhones, { user_id, way, message_ids: [message_id] }));
}

/** Has somebody's phones show messages no longer. */
export const clearAllPhones = (office: PhoneOffice): JobDeclaration => ({
  ...clearPhones,
  async run(ctx, payload) {
    const told = clearPhones.payload.parse(payload);
    const { message_ids: ids } = told;
    const owner = await ownerOf(ctx, office, told.user_id);
    if (!owner) return;
    const notice = { sealed: removal(owner, ids), plain: (brand: string) => plainRemoval(owner, ids, brand) };
    const sending = { notice, urgency: "later", thing: `removal ${ids.join()}` } as const;
    await sendNow(ctx, office, { kind: clearPhones, told, owner, sending });
  },
});

/** What a message is to somebody who is told of it; null: they need not be told any more. */
async function occasionOf(db: Reader, userId: number, messageId: number): Promise<Occasion | null> {
  const { rows } = await sql<{ occasion: Occasion }>`
    select occasion from notice
    where user_id = ${userId} and message_id = ${messageId} and ended_at is null and by_phone`.execute(db);
  return rows[0]?.occasion ?? null;
}

/** Whose phones they are; null: of somebody who is not told anything. */
async function ownerOf({ db }: JobContext, office: PhoneOffice, userId: number): Promise<PhoneOwner | null> {
  const person = await reachedPerson(db.reader, office, userId);
  return person && { ...person, name: person.directory.of(organization).facts.name };
}

async function noticeOf(
  db: Reader,
  owner: PhoneOwner,
  { id, occasion, groupId }: { readonly id: number; readonly occasion: Occasion; readonly groupId: number | null },
): Promise<PhoneNotice | null> {
  const told = { ids: [id], occasions: [occasion], groupIds: [groupId] };
  const [conversation] = await missedConversations(db, owner.reader, told, 1);
  if (!conversation) return null;
  const [message] = await loadShownMessages(db, owner.reader, conversation.shownIds);
  if (!message) return null;
  const about = { place: conversation.place, message, occasion, group: await namedGroup(db, groupId) };
  return { sealed: phoneNotice(owner, about), plain: (brand: string) => plainNotice(owner, about, brand) };
}

async function namedGroup(db: Reader, groupId: number | null) {
  if (groupId === null) return null;
  const row = await db.selectFrom("user_group").select(["id", "name"]).where("id", "=", groupId).executeTakeFirst();
  return row?.name ? { id: row.id, name: row.name } : null;
}

type Kind = typeof tellPhones | typeof clearPhones;

interface Round {
  readonly kind: Kind;
  readonly told: Pick<Sending, "way" | "only"> & { readonly tries: number };
  readonly owner: PhoneOwner;
  readonly sending: Pick<Sending, "notice" | "urgency" | "thing">;
}

async function sendNow(
  ctx: JobContext,
  { relay, wireAliases }: PhoneOffice,
  { kind, told, owner, sending }: Round,
): Promise<void> {
  if (!relay) return;
  const { way, only } = told;
  const { realm, reader } = owner;
  const by = { realm, userId: reader.id, way, only, wireAliases };
  const rest = await sendToPhones(ctx, relay.during(ctx), { ...by, ...sending });
  await again(ctx, kind, told, rest);
}

async function again({ db }: JobContext, kind: Kind, told: Round["told"], rest: Rest): Promise<void> {
  const tries = told.tries + 1;
  if (rest === "none" || tries >= MOST_TRIES) return;
  const only = rest === "all" ? told.only : rest;
  const afterSeconds = pauseAfter(tries);
  await db.write(async (tx) => requestJob(tx, kind, { ...told, only, tries }, { afterSeconds }));
}
