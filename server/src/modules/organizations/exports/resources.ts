import { isSameSecret } from "@parlance/kernel/base/is-same-secret.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import type { Resource } from "@parlance/kernel/http/resource.ts";
import { EXPORT_FILE_PATH, exportFileName } from "./export-file-url.ts";

/** Serves the file of an export to any client that knows its URL. */
export const exportedFile = (files: FileStore): Resource => ({
  path: EXPORT_FILE_PATH,
  access: "public",
  async find({ db, realm }, { id = "", token = "" }) {
    if (!/^[1-9]\d{0,8}$/.test(id)) return null;
    const found = await db
      .selectFrom("realm_export")
      .select(["id", "token", "size"])
      .where("id", "=", Number(id))
      .where("realm_id", "=", realm.id)
      .where("finished_at", "is not", null)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (!found || found.size === null || !isSameSecret(token, found.token ?? "")) return null;
    return {
      contentType: "application/gzip",
      size: found.size,
      tag: String(found.id),
      disposition: 'attachment; filename="organization.tar.gz"',
      open: (range) => files.get(exportFileName(found), range),
    };
  },
});
