import type { FileStore } from "#kernel/files/file-store.ts";
import type { Database } from "#kernel/db/types.ts";
import type { Directories } from "#kernel/organization-snapshot/organization-snapshots.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { deleteFiles } from "#kernel/files/delete-files-job.ts";
import { requestJob } from "#kernel/jobs/enqueue-job.ts";
import { realmContext, type RealmSite } from "#modules/organizations/core/queries.ts";
import { addAttachment } from "#modules/messages/attachments/actions/add-attachment.ts";
import { newPlace, shownName, storedName } from "#modules/messages/attachments/attachment-paths.ts";
import { keepFile } from "#modules/messages/uploads/store-uploaded-file.ts";
import { maxUploadBytes, quotaBytes, type UploadSettings } from "#modules/messages/uploads/settings.ts";
import { postMail, type ReadyLetter } from "./actions/post-email.ts";
import { targetOf } from "./email-targets.ts";
import type { EmailFile } from "./parsing/email-attachments.ts";
import type { ParsedEmail } from "./parsing/parse-email.ts";
import { type MailPlace, placeOf } from "./queries.ts";
import { MailRefused } from "./email-rejected.ts";

export interface MailRoom {
  readonly db: Database;
  readonly directories: Directories;
  readonly files: FileStore;
  readonly settings: RealmSite & UploadSettings & { readonly emailGatewayPattern: string };
  /** Where this server's own letters come from. */
  readonly ownDomain: string;
}

/** Where an address leads to. @throws MailRefused: nowhere */
export async function findPlace({ db, settings }: MailRoom, recipient: string): Promise<MailPlace> {
  const target = targetOf(settings.emailGatewayPattern, recipient);
  const place = target && (await placeOf(db.reader, target));
  if (!place) throw new MailRefused("there is no such address");
  return place;
}

/** Posts an email, with its files. @throws MailRefused */
export async function receive(room: MailRoom, place: MailPlace, email: ParsedEmail, now: Date): Promise<void> {
  const realm = await realmOf(room, place.realmId);
  const ready = await withFiles(room, { email, place, realm, now });
  await room.db.write((tx) => postMail(tx, { place, letter: ready, realm, now }, room.directories));
}

async function realmOf({ db, settings }: MailRoom, realmId: number): Promise<RealmContext> {
  const row = await db.reader
    .selectFrom("realm")
    .select(["id", "subdomain", "host"])
    .where("id", "=", realmId)
    .executeTakeFirstOrThrow();
  const realm = realmContext(row, settings);
  if (!realm) throw new MailRefused("the recipient no longer exists");
  return realm;
}

interface Opened {
  readonly email: ParsedEmail;
  readonly place: MailPlace;
  readonly realm: RealmContext;
  readonly now: Date;
}

/** Uploads the files of a letter for whoever answers for it. One that is too large is named, and left out. */
async function withFiles(room: MailRoom, opened: Opened): Promise<ReadyLetter> {
  const { email, place } = opened;
  const links: string[] = [];
  const pathIds: string[] = [];
  for (const file of email.files) {
    // The name of a file must not mention users.
    const name = shownName(file.name).replaceAll(/[[\]*`]/g, " ");
    const pathId = file.content.length > maxUploadBytes(room.settings) ? null : await upload(room, opened, file);
    links.push(pathId === null ? `${name}: too large to be kept` : `[${name}](/user_uploads/${pathId})`);
    if (pathId !== null) pathIds.push(pathId);
  }
  const { messageId, from, subject } = email;
  const text = place.kind === "reply" ? email.replyText : email.text;
  return { messageId, from, subject, text, links: links.join("\n"), pathIds };
}

/** Null: the organization has no space left. */
async function upload(room: MailRoom, { place, realm, now }: Opened, file: EmailFile): Promise<string | null> {
  const ownerId = place.kind === "reply" ? place.userId : await ownerOf(room, place);
  const stored = await keepFile(room.files, newPlace(realm.id), file.name, once(file.content));
  const added = { realmId: realm.id, ownerId, quota: quotaBytes(room.settings), now, ...stored };
  return room.db.write(async (tx) => {
    if (await addAttachment(tx, added)) return stored.pathId;
    requestJob(tx, deleteFiles, { names: [storedName(stored.pathId)] });
    return null;
  });
}

/** Files belong to whom they are posted by, so that they may post them; those of the server's bot to whom the address is. */
async function ownerOf({ db }: MailRoom, place: Extract<MailPlace, { kind: "channel" }>): Promise<number> {
  const row = await db.reader
    .selectFrom("account")
    .select("id")
    .where("id", "=", place.senderId)
    .where("realm_id", "=", place.realmId)
    .executeTakeFirst();
  return row?.id ?? place.creatorId;
}

async function* once({ buffer, byteOffset, byteLength }: Uint8Array): AsyncIterable<Buffer> {
  yield Buffer.from(buffer, byteOffset, byteLength);
}
