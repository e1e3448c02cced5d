import type { Message } from "@parlance/contract/entities/message.ts";
import { encodeText } from "@parlance/kernel/base/encode-text.ts";
import { isMeMessage } from "#modules/messages/conversations/message-text.ts";
import type { SharedMessageJson } from "./message-content-cache.ts";
import type { ContentRow } from "./load-page.ts";

/** Serializes the fields of a message that are the same for all readers. */
export const createSharedMessageJson = (row: ContentRow, applyMarkdown: boolean): SharedMessageJson => ({
  version: row.version,
  topic: row.topic,
  json: encodeText(`{${jsonMembers(sharedFields(row, applyMarkdown))}`),
});

const sharedFields = (row: ContentRow, applyMarkdown: boolean): Partial<Message> => ({
  id: row.id,
  client: row.client,
  timestamp: row.sent_at,
  content: row.body,
  content_type: applyMarkdown ? "text/html" : "text/x-markdown",
  is_me_message: isMeMessage(row.source),
  ...(row.edited_at !== null && { last_edit_timestamp: row.edited_at }),
  ...(row.moved_at !== null && { last_moved_timestamp: row.moved_at }),
});

/** Returns the members of an object as JSON, without the surrounding braces. */
export const jsonMembers = (object: object): string => JSON.stringify(object).slice(1, -1);
