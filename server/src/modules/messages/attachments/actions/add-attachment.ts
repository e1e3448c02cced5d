import type { Attachment } from "@parlance/contract/nouns/attachments.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit, lockPosition } from "@parlance/kernel/events/event-log.ts";
import type { Dimensions } from "@parlance/kernel/images/image-dimensions.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { attachmentAdded } from "../events.ts";
import { makeThumbnailsJobKind } from "../thumbnails.ts";
import { type SpaceRequest, reserveSpace } from "./upload-space.ts";

/** A file that is in the store. */
export interface NewAttachment extends SpaceRequest {
  readonly ownerId: number;
  readonly pathId: string;
  readonly name: string;
  readonly contentType: string;
  /** Of a picture, as far as it is known; null: it is none. */
  readonly picture: { readonly dimensions: Dimensions | null } | null;
  readonly now: Date;
}

/** Makes a stored file somebody's own, unless that is more than the organization may have: then it returns false. */
export async function addAttachment(tx: Tx, added: NewAttachment): Promise<boolean> {
  const { realmId, ownerId, now } = added;
  // Uploads are counted one after the other.
  await lockPosition(tx, realmId);
  const used = await reserveSpace(tx, added);
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
  if (added.picture) await addPicture(tx, id, added.picture.dimensions);
  emit(tx, toUser({ id: ownerId, realmId }), attachmentAdded(shown(id, added), used));
  return true;
}

/** Thumbnails are made of it when this is committed. */
async function addPicture(tx: Tx, id: number, dimensions: Dimensions | null): Promise<void> {
  const { width = null, height = null } = dimensions ?? {};
  await tx.insertInto("attachment_picture").values({ attachment_id: id, width, height }).execute();
  enqueueJob(tx, makeThumbnailsJobKind, { attachment_id: id });
}

const shown = (id: number, { name, pathId, size, now }: NewAttachment): Attachment => ({
  id,
  name,
  path_id: pathId,
  size,
  create_time: now.getTime(),
  messages: [],
});
