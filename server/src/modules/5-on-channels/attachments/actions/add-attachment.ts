import type { Attachment } from "@parlance/contract/nouns/attachments.ts";
import type { Tx } from "#kernel/db/types.ts";
import { toUser } from "#kernel/events/audience.ts";
import { emit, lockPosition } from "#kernel/events/log.ts";
import { attachmentAdded } from "../events.ts";
import { type NeededSpace, takeSpace } from "./upload-space.ts";

/** A file that is in the store. */
export interface NewAttachment extends NeededSpace {
  readonly ownerId: number;
  readonly pathId: string;
  readonly name: string;
  readonly contentType: string;
  readonly now: Date;
}

/** Makes a stored file somebody's own, unless that is more than the organization may have: then it returns false. */
export async function addAttachment(tx: Tx, added: NewAttachment): Promise<boolean> {
  const { realmId, ownerId, now } = added;
  // Uploads are counted one after the other.
  await lockPosition(tx, realmId);
  const used = await takeSpace(tx, added);
  if (used === undefined) return false;
  const { id } = await tx
    .insertInto("attachment")
    .values({
      realm_id: realmId,
      owner_id: ownerId,
      path_id: added.pathId,
      name: added.name,
      content_type: added.contentType,
      size: added.size,
      created_at: now,
      unclaimed_since: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  emit(tx, toUser({ id: ownerId, realmId }), attachmentAdded(shown(id, added), used));
  return true;
}

const shown = (id: number, { name, pathId, size, now }: NewAttachment): Attachment => ({
  id,
  name,
  path_id: pathId,
  size,
  create_time: now.getTime(),
  messages: [],
});
