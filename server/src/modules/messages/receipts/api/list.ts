import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { assertCanReadMessage } from "#modules/messages/core/policy.ts";
import { loadRealmSettings } from "#modules/organizations/core/queries.ts";
import { visibleUserIds } from "#modules/users/core/visibility/user-visibility.ts";
import { ReadReceiptsDisabled } from "../errors.ts";
import { loadReadReceipts } from "../queries.ts";
import { messageId } from "#modules/platform/parameters/identifying-parameters.ts";

export const list = endpoint.read({
  route: "GET /messages/:message_id/read_receipts",
  summary: "Get the read receipts of a message",
  description:
    "The caller must be able to read the message, and the organization's setting `enable_read_receipts` must be " +
    "on. Excludes the sender, deactivated users, users with `send_read_receipts` off, users who muted the " +
    "caller, and users muted by the caller. Messages from muted users count as read.",
  access: "user",
  params: z.object({ message_id: messageId().describe("Id of the message.") }),
  response: z.object({ user_ids: z.array(z.int()).describe("Sorted.") }),
  errors: [InvalidMessages, ReadReceiptsDisabled],
  async handler({ db, actor, realm }, { params }) {
    await assertCanReadMessage(db, { ...actor, isSpectator: false }, params.message_id);
    if (!(await loadRealmSettings(db, realm.id)).enable_read_receipts) throw new ReadReceiptsDisabled();
    const readers = await loadReadReceipts(db, actor.id, params.message_id);
    const known = await visibleUserIds(db, actor);
    return { user_ids: known ? readers.filter((id) => known.has(id)) : readers };
  },
});
