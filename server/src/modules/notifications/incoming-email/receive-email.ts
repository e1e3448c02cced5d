import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import type { Database } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { deleteStoredFilesJob } from "@parlance/kernel/jobs/delete-files-job.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { realmContext, type RealmSite } from "#modules/organizations/core/queries.ts";
import { addAttachment } from "#modules/messages/attachments/actions/add-attachment.ts";
import { newPathPrefix, displayFileName, storageKey } from "#modules/messages/attachments/attachment-paths.ts";
import { storeFile } from "#modules/messages/uploads/store-uploaded-file.ts";
import { maxUploadBytes, quotaBytes, type UploadSettings } from "#modules/messages/uploads/settings.ts";
import { type EmailSettings, senderAddress } from "#modules/platform/email/email-settings.ts";
import { postEmail, type PreparedEmail } from "./actions/post-email.ts";
import { parseEmailTarget } from "./email-targets.ts";
import type { EmailAttachment } from "./parsing/email-attachments.ts";
import type { ParsedEmail } from "./parsing/parse-email.ts";
import { type EmailDestination, findDestination } from "./queries.ts";
import { EmailRejected } from "./email-rejected.ts";

export interface IncomingEmailServices {
  readonly db: Database;
  readonly snapshots: OrganizationSnapshots;
  readonly files: FileStore;
  readonly settings: RealmSite & UploadSettings & { readonly emailGatewayPattern: string };
  /** Domain from which this server sends email. */
  readonly ownDomain: string;
}

/** Creates the services with which incoming emails are posted. */
export function createIncomingEmailServices(
  services: Omit<IncomingEmailServices, "ownDomain"> & { readonly settings: Pick<EmailSettings, "mailFrom" | "url"> },
): IncomingEmailServices {
  const { db, snapshots, files, settings } = services;
  const ownDomain = senderAddress(settings).split("@").at(-1) ?? "";
  return { db, snapshots, files, settings, ownDomain };
}

/**
 * Returns the conversation to which an address belongs.
 * @throws EmailRejected if there is none
 */
export async function resolveDestination(
  { db, settings }: IncomingEmailServices,
  recipient: string,
): Promise<EmailDestination> {
  const target = parseEmailTarget(settings.emailGatewayPattern, recipient);
  const place = target && (await findDestination(db.reader, target));
  if (!place) throw new EmailRejected("there is no such address");
  return place;
}

/**
 * Uploads the attachments of an email, and posts the email.
 * @throws EmailRejected
 */
export async function receiveEmail(
  room: IncomingEmailServices,
  destination: EmailDestination,
  email: ParsedEmail,
  now: Date,
): Promise<void> {
  const realm = await realmOf(room, destination.realmId);
  const ready = await uploadAttachments(room, { email, destination, realm, now });
  await room.db.write((tx) => postEmail(tx, { destination, email: ready, realm, now }, room.snapshots));
}

async function realmOf({ db, settings }: IncomingEmailServices, realmId: number): Promise<RealmContext> {
  const row = await db.reader
    .selectFrom("realm")
    .select(["id", "subdomain", "host"])
    .where("id", "=", realmId)
    .executeTakeFirstOrThrow();
  const realm = realmContext(row, settings);
  if (!realm) throw new EmailRejected("the recipient no longer exists");
  return realm;
}

interface ReceivedEmail {
  readonly email: ParsedEmail;
  readonly destination: EmailDestination;
  readonly realm: RealmContext;
  readonly now: Date;
}

/**
 * Uploads the attachments of an email for the user who is responsible for it. If a file is too large, or exceeds the
 * organization's quota, the message mentions only its name.
 */
async function uploadAttachments(room: IncomingEmailServices, opened: ReceivedEmail): Promise<PreparedEmail> {
  const { email, destination } = opened;
  const links: string[] = [];
  const pathIds: string[] = [];
  for (const file of email.attachments) {
    // The name is shown in the message, and must not mention users.
    const name = displayFileName(file.name).replaceAll(/[[\]*`]/g, " ");
    const pathId =
      file.content.length > maxUploadBytes(room.settings) ? null : await uploadAttachment(room, opened, file);
    links.push(pathId === null ? `${name}: too large to be kept` : `[${name}](/user_uploads/${pathId})`);
    if (pathId !== null) pathIds.push(pathId);
  }
  const { messageId, from, subject } = email;
  const text = destination.kind === "reply" ? email.replyText : email.text;
  return { messageId, from, subject, text, links: links.join("\n"), pathIds };
}

/** Uploads an attachment. Returns its path; null if it exceeds the organization's quota. */
async function uploadAttachment(
  room: IncomingEmailServices,
  { destination, realm, now }: ReceivedEmail,
  file: EmailAttachment,
): Promise<string | null> {
  const ownerId = destination.kind === "reply" ? destination.userId : await findUploader(room, destination);
  const stored = await storeFile(room.files, newPathPrefix(realm.id), file.name, singleChunk(file.content));
  const added = { realmId: realm.id, ownerId, quota: quotaBytes(room.settings), now, ...stored };
  return room.db.write(async (tx) => {
    if (await addAttachment(tx, added)) return stored.pathId;
    enqueueJob(tx, deleteStoredFilesJob, { names: [storageKey(stored.pathId)] });
    return null;
  });
}

/**
 * Returns the account that will own the uploaded files: the account that posts them, or, if the email bot posts them,
 * the user who requested the address.
 */
async function findUploader(
  { db }: IncomingEmailServices,
  place: Extract<EmailDestination, { kind: "channel" }>,
): Promise<number> {
  const row = await db.reader
    .selectFrom("account")
    .select("id")
    .where("id", "=", place.senderId)
    .where("realm_id", "=", place.realmId)
    .executeTakeFirst();
  return row?.id ?? place.creatorId;
}

async function* singleChunk({ buffer, byteOffset, byteLength }: Uint8Array): AsyncIterable<Buffer> {
  yield Buffer.from(buffer, byteOffset, byteLength);
}
