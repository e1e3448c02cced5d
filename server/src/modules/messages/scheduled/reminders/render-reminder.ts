import type { Writer } from "#modules/messages/send/outgoing-message.ts";
import { renderFor } from "#modules/messages/render/render-content.ts";
import { normalizeContent } from "#modules/messages/conversations/message-text.ts";
import { NoteTooLong } from "../errors.ts";
import { reminderText, type Target } from "./reminder-text.ts";

/** Characters. */
export const MAX_NOTE_LENGTH = 1000;

/** What somebody notes with a reminder, as it is kept. @throws NoteTooLong */
export function normalizeNote(raw: string): string {
  const note = raw.trim();
  // More UTF-16 code units than that are more characters in any case.
  if (note.length > 2 * MAX_NOTE_LENGTH || Array.from(note).length > MAX_NOTE_LENGTH) {
    throw new NoteTooLong({ limit: MAX_NOTE_LENGTH });
  }
  return note;
}

/** The text of a reminder, rendered for its reader: it links to nothing that they may not know of. */
export async function renderReminder(reader: Writer, target: Target | null, note: string) {
  const content = normalizeContent(reminderText(reader.realm.url, target, note));
  return { content, rendered: await renderFor(reader, content) };
}
