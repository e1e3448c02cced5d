import { timingSafeEqual } from "node:crypto";
import type { Reader } from "#kernel/db/types.ts";
import type { Resource } from "#kernel/http/resource.ts";
import { FILE_PATH } from "./file-address.ts";

/** The file of an export, for whoever was given its address. */
export const exportedFile: Resource = {
  path: FILE_PATH,
  access: "public",
  async find({ db, realm }, { id = "", token = "" }) {
    if (!/^[1-9]\d{0,8}$/.test(id)) return null;
    const found = await db
      .selectFrom("realm_export")
      .select("token")
      .where("id", "=", Number(id))
      .where("realm_id", "=", realm.id)
      .where("finished_at", "is not", null)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    const [given, right] = [Buffer.from(token), Buffer.from(found?.token ?? "")];
    if (!found || given.length !== right.length || !timingSafeEqual(given, right)) return null;
    return { contentType: "application/gzip", fileName: "organization.jsonl.gz", pieces: pieces(db, Number(id)) };
  },
};

/** One piece in memory at a time. */
async function* pieces(db: Reader, exportId: number): AsyncGenerator<Buffer> {
  for (let nth = 0; ; nth += 1) {
    const part = await db
      .selectFrom("realm_export_part")
      .select("bytes")
      .where("export_id", "=", exportId)
      .where("nth", "=", nth)
      .executeTakeFirst();
    if (!part) return;
    yield part.bytes;
  }
}
