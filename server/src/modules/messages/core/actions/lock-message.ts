import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { ChannelViewer } from "#modules/channels/core/access/channel-access.ts";
import { lockReadState } from "#modules/messages/read-state/actions/lock-read-state.ts";
import { loadUserMessages, type UserMessage } from "#modules/messages/read-state/user-message.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { isMessageChangeable } from "@parlance/contract/rules/editing.ts";

/**
 * Loads a message to which the user wants to add something, and locks the message against concurrent changes until the
 * end of the transaction.
 * @throws InvalidMessages if the user cannot read the message, or if its channel is archived.
 */
export async function lockMessage(tx: Tx, user: ChannelViewer, id: number): Promise<UserMessage> {
  await lockReadState(tx, user.id, [id]);
  await sql`select from message where id = ${id} and realm_id = ${user.realmId} for no key update`.execute(tx);
  const [message] = await loadUserMessages(tx, user, [id]);
  if (!message || !isMessageChangeable(message)) throw new InvalidMessages();
  return message;
}
