import type { Attachment } from "@parlance/contract/nouns/attachments.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit, lockPosition } from "@parlance/kernel/events/event-log.ts";
import type { Dimensions } from "@parlance/kernel/images/image-dimensions.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { attachmentAdded } from "../events.ts";
import { makeThumbnailsJobKind } from "../thumbnails.ts";
import { type SpaceRequest, reserveSpace } from "./upload-space.ts";

/** Metadata of an uploaded file whose bytes are already in the file store. */
export interface NewAttachment extends SpaceRequest {
  readonly ownerId: number;
  readonly pathId: string;
  readonly name: string;
  readonly contentType: string;
  /** `null` if the file is not a picture. `dimensions` is null if the picture's dimensions are not known. */
  readonly picture: { readonly dimensions: Dimensions | null } | null;
  readonly now: Date;
}

/**
 * Creates the database row of an uploaded file whose bytes are already in the file store. Returns false, and creates
 * nothing, if the file would exceed the organization's quota.
 */
export async function addAttachment(tx: Tx, added: NewAttachment): Promise<boolean> {
  const { realmId, ownerId, now } = added;
  // The lock makes concurrent uploads to the organization run one after the other.
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

/**
 * Creates the database row of a picture, and enqueues the job that makes its thumbnails. The job runs after the
 * transaction commits.
 */
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
