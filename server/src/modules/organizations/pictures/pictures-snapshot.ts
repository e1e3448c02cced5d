import { sql } from "kysely";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { createRowMapSection } from "@parlance/kernel/organization-snapshot/row-map-section.ts";
import { recordSnapshotChanges } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import type { PictureKind } from "./picture-kinds.ts";

/** Section of the organization snapshot with the pictures that the organization has uploaded. */
export const uploadedPictures = createRowMapSection<Pick<Row<"realm_picture">, "kind" | "file_name">>({
  name: "pictures",
  tables: ["realm_picture"],
  rows: (db, realmId, keys) =>
    db
      .selectFrom("realm_picture")
      .select(["kind", "file_name"])
      .where("realm_id", "=", realmId)
      .$if(keys !== "all", (query) => query.where("kind", "=", sql<string>`any(${keys}::text[])`))
      .execute(),
  keyOf: ({ kind }) => kind,
  bytesPerRow: 200,
});

/** Records that a picture has changed, so that snapshots are updated. */
export const recordPictureChange = (tx: Tx, realmId: number, kind: PictureKind): void =>
  recordSnapshotChanges(tx, realmId, uploadedPictures, [kind]);
