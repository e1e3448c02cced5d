import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { reportRealmJob, unregisterDeviceJob } from "../job-kinds.ts";
import { deletePushTokensOfUser } from "./delete-push-tokens.ts";

/** Deletes all phones of deactivated users, on this server and at the relay. */
export async function deletePhonesOfUsers(tx: Tx, realmId: number, userIds: readonly number[]): Promise<void> {
  for (const id of userIds) await deletePushTokensOfUser(tx, { id, realmId });
  const { rows } = await sql<{ id: number | null }>`
    delete from push_device where user_id = any(${userIds}::int[]) returning relay_device_id as id`.execute(tx);
  const ids = rows.flatMap(({ id }) => id ?? []);
  if (ids.length > 0) enqueueJob(tx, unregisterDeviceJob, { realm_id: realmId, device_ids: ids });
}

/**
 * Deletes all phones of a deactivated organization. The relay deletes its data when the deactivation is reported to it.
 */
export async function deletePhonesOfOrganization(tx: Tx, realmId: number): Promise<void> {
  const { rows } = await sql`
    with tokens as (
      delete from push_token using account where account.id = user_id and realm_id = ${realmId} returning user_id
    ), devices as (
      delete from push_device using account where account.id = user_id and realm_id = ${realmId} returning user_id
    )
    select from tokens union all select from devices`.execute(tx);
  if (rows.length > 0) enqueueJob(tx, reportRealmJob, {});
}
