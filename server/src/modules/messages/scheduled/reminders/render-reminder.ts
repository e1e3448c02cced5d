import type { SenderContext } from "#modules/messages/send/outgoing-message.ts";
import { renderContent } from "#modules/messages/render/render-content.ts";
import { normalizeContent } from "#modules/messages/conversations/message-text.ts";
import { NoteTooLong } from "../errors.ts";
import { reminderText, type ReminderTarget } from "./reminder-text.ts";

/** Maximum length of a reminder's note, in Unicode code points. */
export const MAX_NOTE_CHARACTERS = 1000;

/**
 * Normalizes a reminder's note for storage.
 * @throws NoteTooLong
 */
export function normalizeNote(raw: string): string {
  const note = raw.trim();
  // A code point has at most two UTF-16 code units. A text with more than twice the maximum is too long in any case and
  // need not be counted.
  if (note.length > 2 * MAX_NOTE_CHARACTERS || Array.from(note).length > MAX_NOTE_CHARACTERS) {
    throw new NoteTooLong({ limit: MAX_NOTE_CHARACTERS });
  }
  return note;
}

/**
 * Renders the text of a reminder for the user who set it. The text can only refer to entities that this user can see.
 */
export async function renderReminder(reader: SenderContext, target: ReminderTarget | null, note: string) {
  const content = normalizeContent(reminderText(reader.realm.url, target, note));
  return { content, rendered: await renderContent(reader, content) };
}
