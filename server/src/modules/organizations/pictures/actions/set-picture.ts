import type { EventBody } from "@parlance/contract/events/index.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { deleteStoredFilesJob } from "@parlance/kernel/jobs/delete-files-job.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { pictureFileName } from "../picture-files.ts";
import type { PictureKind } from "../picture-kinds.ts";
import { recordPictureChange } from "../pictures-snapshot.ts";
import { pictureFieldsOf, type RealmPictures, loadRealmPictures } from "../realm-pictures.ts";

interface NewPicture {
  readonly kind: PictureKind;
  /** File name of the picture, which is already stored; null to remove the uploaded picture. */
  readonly fileName: string | null;
}

/**
 * Replaces or removes one of the organization's pictures. The previous file is deleted after the commit. Returns all
 * current pictures.
 */
export async function setPicture(ctx: Write, { kind, fileName }: NewPicture): Promise<RealmPictures> {
  const { tx, actor, realm, now } = ctx;
  await lockRealm(tx, realm.id);
  const before = await tx
    .deleteFrom("realm_picture")
    .where("realm_id", "=", realm.id)
    .where("kind", "=", kind)
    .returning("file_name")
    .executeTakeFirst();
  if (!before && fileName === null) return loadRealmPictures(tx, realm);
  if (before) enqueueJob(tx, deleteStoredFilesJob, { names: [pictureFileName(realm.id, before.file_name)] });
  if (fileName !== null) {
    await tx.insertInto("realm_picture").values({ realm_id: realm.id, kind, file_name: fileName }).execute();
  }
  recordPictureChange(tx, realm.id, kind);
  const pictures = await loadRealmPictures(tx, realm);
  emit(tx, toEveryone(realm.id), pictureChanged(kind, pictures));
  const act = fileName === null ? "realm.picture_removed" : "realm.picture_changed";
  await recordAct(tx, { realmId: realm.id, actorId: actor.id, act, targetId: realm.id, after: { picture: kind }, now });
  return pictures;
}

const pictureChanged = (kind: PictureKind, pictures: RealmPictures): EventBody => ({
  type: "realm",
  op: "update_dict",
  property: kind,
  data: pictureFieldsOf(pictures, kind),
});
