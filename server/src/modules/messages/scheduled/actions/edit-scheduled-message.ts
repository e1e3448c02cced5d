import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import { assertCanSend } from "#modules/messages/send/send-permission.ts";
import { prepareEdit, type EditRequest, type PreparedEdit } from "../prepare-edit.ts";
import { scheduledMessageChanged } from "../events.ts";
import { scheduledColumns } from "../scheduled-columns.ts";
import { lockScheduled } from "../policy.ts";
import { assertWithinQuota } from "./assert-quota.ts";

/**
 * Changes a scheduled message that has not been delivered. The message's row is locked until the end of the
 * transaction, so that the old version cannot be delivered in the meantime.
 */
export async function editScheduledMessage(
  ctx: Write,
  id: number,
  request: EditRequest,
  prepared: PreparedEdit,
): Promise<void> {
  const { tx, actor, realm, snapshot, now } = ctx;
  await lockAccount(tx, actor.id);
  const { revision } = await lockScheduled(tx, actor, id);
  const { outgoing, deliverAt } =
    revision === prepared.revision ? prepared : await prepareEdit({ db: tx, actor, realm, snapshot, now }, id, request);
  if (outgoing) await assertCanSend(tx, snapshot, outgoing);
  const after = await tx
    .updateTable("scheduled_message")
    .set({
      ...(outgoing && scheduledColumns(outgoing)),
      ...(deliverAt && { deliver_at: deliverAt }),
      is_failed: false,
      revision: revision + 1,
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await assertWithinQuota(tx, actor);
  emit(tx, toUser(actor), scheduledMessageChanged(after));
}
