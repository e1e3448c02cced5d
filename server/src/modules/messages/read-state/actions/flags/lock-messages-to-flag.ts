import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { ChannelViewer } from "#modules/channels/core/access/channel-access.ts";
import { loadUserMessages, type UserMessage } from "#modules/messages/read-state/user-message.ts";
import type { FlagChange } from "./apply-flag-change.ts";

/**
 * Loads the messages that exist. If the change may insert rows that refer to the messages, locks the messages as well,
 * so that they cannot be deleted. The user's read state must be locked.
 */
export async function lockMessagesToFlag(
  tx: Tx,
  user: ChannelViewer,
  { op, flag }: FlagChange,
  ids: readonly number[],
): Promise<UserMessage[]> {
  if ((op === "add") !== (flag === "read")) {
    await sql`
      select from message where id = any(${ids}::bigint[]) and realm_id = ${user.realmId}
      order by id for key share`.execute(tx);
  }
  return loadUserMessages(tx, user, ids);
}
