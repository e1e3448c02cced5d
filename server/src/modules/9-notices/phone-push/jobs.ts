import { sql } from "kysely";
import type { Reader } from "#kernel/db/types.ts";
import type { Directories } from "#kernel/directory/directories.ts";
import type { JobContext, JobDeclaration } from "#kernel/jobs/job.ts";
import { requestJob } from "#kernel/jobs/requests.ts";
import { organization } from "#modules/1-ground/realms/directory.ts";
import type { RealmSite } from "#modules/1-ground/realms/queries.ts";
import { avatarAddress } from "#modules/1-ground/users/avatars.ts";
import { factsOfKnown, people } from "#modules/1-ground/users/directory.ts";
import { UNKNOWN_AVATAR } from "#modules/1-ground/users/placeholders.ts";
import { forgetDevices } from "#modules/3-profiles/push-devices/actions/forget-devices.ts";
import { encryptedPushes, type Urgency } from "#modules/3-profiles/push-devices/encrypted-pushes.ts";
import { activeDevices } from "#modules/3-profiles/push-devices/queries.ts";
import { pauseAfter } from "#modules/3-profiles/push-devices/registration.ts";
import { RelayFailure } from "#modules/3-profiles/push-devices/relay/failure.ts";
import type { Relay } from "#modules/3-profiles/push-devices/relay/relay.ts";
import { missedConversations } from "../notice-letters/missed.ts";
import { reachedPerson } from "../notices/reached.ts";
import { clearPhones, tellPhones } from "./carrier.ts";
import { type NoticeBase, phoneNotice } from "./payload.ts";

export interface PhoneOffice {
  readonly directories: Directories;
  readonly relay: Relay | null;
  readonly site: RealmSite;
}

/** After about an hour and a half a notice is of little use. */
const MOST_TRIES = 12;

/** Tells somebody's phones of a message, unless it has been read meanwhile. */
export const tellAllPhones = (office: PhoneOffice): JobDeclaration => ({
  ...tellPhones,
  async run(ctx, payload) {
    const told = tellPhones.payload.parse(payload);
    const { user_id: userId, message_id: messageId, group_id: groupId } = told;
    if (!(await isStillTold(ctx.db.reader, userId, messageId))) return;
    const owner = await ownerOf(ctx, office, userId);
    const notice = owner && (await noticeOf(ctx.db.reader, owner, { messageId, groupId }));
    if (!owner || !notice) return;
    const isSent = await send(ctx, office, { owner, notice, urgency: "now" });
    if (!isSent) await again(ctx, tellPhones, told);
  },
});

/** Has somebody's phones show messages no longer. */
export const clearAllPhones = (office: PhoneOffice): JobDeclaration => ({
  ...clearPhones,
  async run(ctx, payload) {
    const told = clearPhones.payload.parse(payload);
    const owner = await ownerOf(ctx, office, told.user_id);
    if (!owner) return;
    const notice = { type: "remove", ...owner.base, message_ids: told.message_ids };
    if (!(await send(ctx, office, { owner, notice, urgency: "later" }))) await again(ctx, clearPhones, told);
  },
});

const isStillTold = async (db: Reader, userId: number, messageId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from notice where user_id = ${userId} and message_id = ${messageId} and ended_at is null and by_phone`.execute(
    db,
  );
  return rows.length > 0;
};

type Owner = NonNullable<Awaited<ReturnType<typeof ownerOf>>>;

/** Whose phones they are. */
async function ownerOf({ db }: JobContext, office: PhoneOffice, userId: number) {
  const person = await reachedPerson(db.reader, office, userId);
  if (!person) return null;
  const { name } = person.directory.of(organization).facts;
  const base: NoticeBase = { realm_url: person.realm.url, realm_name: name, user_id: userId };
  return { ...person, base };
}

async function noticeOf(
  db: Reader,
  { reader, realm, directory, base }: Owner,
  { messageId, groupId }: { messageId: number; groupId: number | null },
) {
  const [conversation] = await missedConversations(db, reader, [
    { id: messageId, occasion: "direct_message", groupId },
  ]);
  const message = conversation?.messages[0];
  if (!conversation || !message) return null;
  const sender = message.isSenderKnown ? directory.of(people).get(message.senderId) : undefined;
  const picture = sender ? avatarAddress(factsOfKnown(sender), realm) : UNKNOWN_AVATAR;
  const group = await namedGroup(db, groupId);
  return phoneNotice(base, conversation, { avatarUrl: new URL(picture, realm.url).href, group });
}

async function namedGroup(db: Reader, groupId: number | null) {
  if (groupId === null) return null;
  const row = await db.selectFrom("user_group").select(["id", "name"]).where("id", "=", groupId).executeTakeFirst();
  return row?.name ? { id: row.id, name: row.name } : null;
}

interface Sending {
  readonly owner: Owner;
  readonly notice: Readonly<Record<string, unknown>>;
  readonly urgency: Urgency;
}

/** False: it may succeed later. */
async function send(
  { db, log }: JobContext,
  { relay }: PhoneOffice,
  { owner, notice, urgency }: Sending,
): Promise<boolean> {
  const devices = await activeDevices(db.reader, [owner.reader.id]);
  if (!relay || devices.length === 0) return true;
  try {
    const gone = await relay.notify(owner.realm.id, await encryptedPushes(devices, notice, urgency));
    if (gone.length > 0) await db.write((tx) => forgetDevices(tx, gone));
    return true;
  } catch (error) {
    if (!(error instanceof RelayFailure)) throw error;
    log.warn({ kind: error.kind, code: error.code }, `phones could not be told: ${error.message}`);
    return error.kind === "final";
  }
}

async function again(
  { db }: JobContext,
  kind: typeof tellPhones | typeof clearPhones,
  told: { readonly tries: number },
): Promise<void> {
  const tries = told.tries + 1;
  if (tries >= MOST_TRIES) return;
  const afterSeconds = pauseAfter(tries);
  await db.write(async (tx) => requestJob(tx, kind, { ...told, tries }, { afterSeconds }));
}
