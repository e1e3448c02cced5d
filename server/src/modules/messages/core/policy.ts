import type { Reader } from "#kernel/db/types.ts";
import { NotLoggedIn } from "#kernel/http/errors.ts";
import { loadPlacedFacts } from "#modules/messages/read-state/user-message.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import type { MessageReader } from "./message-viewer.ts";

/** Throws unless the reader may read the message: one that does not exist is no different. */
export async function mustReadMessage(db: Reader, reader: MessageReader, id: number): Promise<void> {
  const [facts] = await loadPlacedFacts(db, reader, [id]);
  if (!facts?.is_readable) throw reader.isSpectator ? new NotLoggedIn() : new InvalidMessages();
}
