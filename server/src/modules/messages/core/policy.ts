import type { Reader } from "@parlance/kernel/db/types.ts";
import { NotLoggedIn } from "@parlance/kernel/http/errors.ts";
import { loadUserMessages } from "#modules/messages/read-state/user-message.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import type { MessageViewer } from "./message-viewer.ts";

/** Throws unless the reader can read the message. The error does not reveal whether the message exists. */
export async function assertCanReadMessage(db: Reader, reader: MessageViewer, id: number): Promise<void> {
  const [facts] = await loadUserMessages(db, reader, [id]);
  if (!facts?.is_readable) throw reader.isSpectator ? new NotLoggedIn() : new InvalidMessages();
}
