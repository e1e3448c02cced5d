import type { SenderContext } from "#modules/messages/send/outgoing-message.ts";
import { renderContent } from "#modules/messages/render/render-content.ts";
import { normalizeContent } from "#modules/messages/conversations/message-text.ts";
import { NoteTooLong } from "../errors.ts";
import { reminderText, type ReminderTarget } from "./reminder-text.ts";

/** Characters. */
export const MAX_NOTE_CHARACTERS = 1000;

/** What somebody notes with a reminder, as it is kept. @throws NoteTooLong */
export function normalizeNote(raw: string): string {
  const note = raw.trim();
  // More UTF-16 code units than that are more characters in any case.
  if (note.length > 2 * MAX_NOTE_CHARACTERS || Array.from(note).length > MAX_NOTE_CHARACTERS) {
    throw new NoteTooLong({ limit: MAX_NOTE_CHARACTERS });
  }
  return note;
}

/** The text of a reminder, rendered for its reader: it links to nothing that they may not know of. */
export async function renderReminder(reader: SenderContext, target: ReminderTarget | null, note: string) {
  const content = normalizeContent(reminderText(reader.realm.url, target, note));
  return { content, rendered: await renderContent(reader, content) };
}
