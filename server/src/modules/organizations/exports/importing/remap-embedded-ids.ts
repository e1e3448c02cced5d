import { createHash } from "node:crypto";
import { directKey } from "#modules/messages/recipients/direct-recipients.ts";
import { MESSAGES_PER_EXCEPTION_CHUNK } from "#modules/messages/read-state/unread/unread-exceptions.ts";
import { emojiFileName as storedEmoji } from "#modules/organizations/custom-emoji/emoji-files.ts";
import { USER } from "#modules/users/profile-fields/definitions/field-types.ts";
import type { Fields } from "../columns/exported-column.ts";
import { ExportFileError } from "../file/export-file-format.ts";
import type { ImportedIds } from "./imported-ids.ts";
import { remapNarrowIds, remapTextIds } from "./remap-text-references.ts";

/** Settings of an organization that name a channel. A negative number means no channel. */
const CHANNEL_SETTINGS = [
  "moderation_request_channel_id",
  "new_stream_announcements_stream_id",
  "service_update_announcements_stream_id",
  "signup_announcements_stream_id",
] as const;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function textOf(value: unknown): string {
  if (typeof value !== "string") throw new ExportFileError(`${JSON.stringify(value)} stands where a text should`);
  return value;
}

/** Replaces the channel ids in an organization's settings. Settings that name a deleted channel are left out. */
export function remapRealmSettings(value: unknown, ids: ImportedIds): unknown {
  if (!isObject(value)) throw new ExportFileError("the organization's settings are not an object");
  const { ...settings }: Record<string, unknown> = value;
  for (const name of CHANNEL_SETTINGS) {
    if (Number(settings[name] ?? -1) < 0) continue;
    const channel = ids.find("channel", Number(settings[name]));
    if (channel === undefined) delete settings[name];
    else settings[name] = channel;
  }
  return settings;
}

/**
 * Returns the new name of a picture. It is computed from the old name. Picture names must not be guessable: without the
 * old name, the new one cannot be guessed.
 */
export function remapPictureName(value: unknown, ids: ImportedIds): string | null {
  if (value === null) return null;
  return createHash("sha256")
    .update(`${ids.realmId}:${textOf(value)}`)
    .digest("hex")
    .slice(0, 40);
}

export const remapPictureFile = (value: unknown, ids: ImportedIds): string => `${remapPictureName(value, ids)}.png`;

export function remapGroupSettingScope(value: unknown, ids: ImportedIds, { scope }: Fields): number | null {
  if (scope === "realm") return ids.realmId;
  return ids.of(scope === "channel" ? "channel" : "user_group", value);
}

/**
 * Replaces the ids in the value of a profile field: a JSON list of user ids if the field's type is users, otherwise a
 * text.
 */
export function remapProfileValue(value: unknown, ids: ImportedIds, { field_type: type }: Fields): unknown {
  if (type !== USER) return remapTextIds(textOf(value), ids);
  const named: unknown = JSON.parse(textOf(value));
  return JSON.stringify(Array.isArray(named) ? named.map((id) => ids.of("account", id)) : []);
}

/** Replaces the code of a custom emoji, which is its id. */
export function remapEmojiCode(value: unknown, ids: ImportedIds, { reaction_type: type }: Fields): unknown {
  return type === "realm_emoji" ? String(ids.find("custom_emoji", Number(value)) ?? textOf(value)) : value;
}

/** Returns the file name of an emoji's image unchanged. Throws if it is invalid. */
export function remapEmojiFile(value: unknown, ids: ImportedIds): unknown {
  if (storedEmoji(ids.realmId, textOf(value)) !== null) return value;
  throw new ExportFileError(`no picture of an emoji is called ${JSON.stringify(value)}`);
}

/** Returns the key of a direct conversation, from the list of user ids that the file contains instead of the key. */
export const remapDirectConversation = (value: unknown, ids: ImportedIds): string | null =>
  value === null ? null : directKey(remapUserIds(value, ids) ?? []);

/** Replaces user ids. Returns them in ascending order. */
export function remapUserIds(value: unknown, ids: ImportedIds): number[] | null {
  if (value === null) return null;
  if (!Array.isArray(value)) throw new ExportFileError("a row does not refer to users by a list");
  return value.map((id) => ids.of("account", id) ?? 0).sort((one, other) => one - other);
}

const FILE_ADDRESS = /^(\d+)(\/[0-9a-f]{2}\/[0-9a-f]+\/[\w.-]+)$/;

/** Replaces the organization's id at the start of a file's path. */
export function remapFilePath(value: unknown, { realmId }: ImportedIds): string {
  const rest = FILE_ADDRESS.exec(textOf(value))?.[2];
  if (rest === undefined) throw new ExportFileError(`${JSON.stringify(value)} is not the address of a file`);
  return `${realmId}${rest}`;
}

/** Replaces the user ids in widget events, in which options are identified by the user who added them. */
export function remapWidgetContent(value: unknown, ids: ImportedIds): string {
  return textOf(value).replace(/("key"\s*:\s*")(\d+)(,)/g, (whole, prefix: string, id: string, end: string) => {
    const now = ids.find("account", Number(id));
    return now === undefined ? whole : `${prefix}${now}${end}`;
  });
}

/** Replaces the ids of a draft's recipients. Recipients that were deleted are left out. */
export function remapDraftRecipients(value: unknown, ids: ImportedIds, { type }: Fields): number[] {
  const table = type === "stream" ? "channel" : "account";
  const known = Array.isArray(value) ? value.map((id) => ids.find(table, Number(id))) : [];
  return known.filter((id) => id !== undefined);
}

export const remapFragment = (value: unknown, ids: ImportedIds): string => remapNarrowIds(textOf(value), ids);

export const remapReadChunk = (value: unknown, ids: ImportedIds): number | null => ids.chunk(value);

/** Replaces the ids of unread messages that are stored together in one row. Their order stays the same. */
export function remapExceptionIds(value: unknown, ids: ImportedIds): number[] {
  if (!Array.isArray(value) || value.length === 0)
    throw new ExportFileError("a row of exceptions refers to no messages");
  return value.map((id) => ids.message(id) ?? 0);
}

/**
 * Returns the new chunk number of a row with the ids of several unread messages. The new ids are all in one chunk too,
 * because the import shifts all message ids by a multiple of the chunk size.
 */
export function remapExceptionChunk(_value: unknown, ids: ImportedIds, { message_ids: messageIds }: Fields): number {
  return Math.floor((remapExceptionIds(messageIds, ids)[0] ?? 0) / MESSAGES_PER_EXCEPTION_CHUNK);
}
