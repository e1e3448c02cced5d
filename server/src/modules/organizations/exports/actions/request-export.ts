import { randomBytes } from "node:crypto";
import type { Write } from "@parlance/kernel/http/context.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { TooManyExports } from "../errors.ts";
import { announceExports } from "../events.ts";
import { exportJob } from "../export-job.ts";

const WEEK_MS = 7 * 24 * 3600 * 1000;
const MAX_EXPORTS_PER_WEEK = 5;
const TOKEN_BYTES = 16;

/** Enqueues an export. Returns its id. Throws TooManyExports. */
export async function requestExport({ tx, actor, realm, now }: Write, type: number): Promise<number> {
  // The lock makes concurrent requests wait for each other, so that the count includes their exports.
  await lockRealm(tx, realm.id);
  const lately = await tx
    .selectFrom("realm_export")
    .select("id")
    .where("realm_id", "=", realm.id)
    .where("requested_at", ">", new Date(now.getTime() - WEEK_MS))
    .execute();
  if (lately.length >= MAX_EXPORTS_PER_WEEK) throw new TooManyExports();
  const { id } = await tx
    .insertInto("realm_export")
    .values({
      realm_id: realm.id,
      acting_user_id: actor.id,
      export_type: type,
      token: randomBytes(TOKEN_BYTES).toString("hex"),
      requested_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  enqueueJob(tx, exportJob, { export_id: id });
  const after = { export_type: type };
  await recordAct(tx, { realmId: realm.id, actorId: actor.id, act: "export.requested", targetId: id, after, now });
  await announceExports(tx, realm);
  return id;
}
