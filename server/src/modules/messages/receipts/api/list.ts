import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { int } from "#kernel/http/params.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { mustReadMessage } from "#modules/messages/core/policy.ts";
import { realmSettings } from "#modules/organizations/core/queries.ts";
import { usersInSight } from "#modules/users/core/sight.ts";
import { ReadReceiptsDisabled } from "../errors.ts";
import { readersOf } from "../queries.ts";

export const list = endpoint.read({
  route: "GET /messages/:message_id/read_receipts",
  summary: "See who has read a message",
  description:
    "Of any message that one may read, where the organization has `enable_read_receipts`. Left out are its sender, " +
    "deactivated people, those who have turned `send_read_receipts` off, and whoever muted the caller or was muted by the " +
    "caller. What somebody got from a person whom they had muted counts as read.",
  access: "user",
  params: z.object({ message_id: int() }),
  response: z.object({ user_ids: z.array(z.int()).describe("Ascending") }),
  errors: [InvalidMessages, ReadReceiptsDisabled],
  async handler({ db, actor, realm }, { params }) {
    await mustReadMessage(db, { ...actor, isSpectator: false }, params.message_id);
    if (!(await realmSettings(db, realm.id)).enable_read_receipts) throw new ReadReceiptsDisabled();
    const readers = await readersOf(db, actor.id, params.message_id);
    const known = await usersInSight(db, actor);
    return { user_ids: known ? readers.filter((id) => known.has(id)) : readers };
  },
});
