import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { deviceChanged } from "../events.ts";
import { unregisterDeviceJob, retryDelaySeconds, registerDeviceJob } from "../job-kinds.ts";

/** A registration that is not confirmed by the relay yet. */
export interface PendingRegistration {
  readonly userId: number;
  readonly realmId: number;
  readonly accountId: string;
  /** The registration that was sent to the relay, because another one may have replaced it meanwhile. */
  readonly sent: string;
}

/** The relay's result. */
export type RegistrationResult = { readonly relay_device_id: number } | { readonly error_code: string };

/** Stores the relay's result for a phone, and notifies its owner's clients. */
export async function completeRegistration(
  tx: Tx,
  pending: PendingRegistration,
  conclusion: RegistrationResult,
): Promise<void> {
  const { userId, realmId, accountId, sent } = pending;
  const outcome = { relay_device_id: null, error_code: null, ...conclusion };
  const { numAffectedRows } = await sql`
    update push_device set relay_device_id = ${outcome.relay_device_id}, error_code = ${outcome.error_code},
      bouncer_public_key = null, encrypted_registration = null
    where user_id = ${userId} and push_account_id = ${accountId}::bigint and encrypted_registration = ${sent}`.execute(
    tx,
  );
  if (numAffectedRows === 0n) {
    await enqueueUnregistration(tx, pending, outcome.relay_device_id);
    return;
  }
  emit(tx, toUser({ id: userId, realmId }), deviceChanged(accountId, outcome));
}

/**
 * Unregisters a device whose owner has removed it meanwhile. If it was registered again, the relay has it under the
 * same id.
 */
async function enqueueUnregistration(
  tx: Tx,
  { userId, realmId, accountId }: PendingRegistration,
  relayId: number | null,
): Promise<void> {
  const { rows } = await sql`
    select from push_device where user_id = ${userId} and push_account_id = ${accountId}::bigint`.execute(tx);
  if (rows.length > 0 || relayId === null) return;
  enqueueJob(tx, unregisterDeviceJob, { realm_id: realmId, device_ids: [relayId] });
}

/** Schedules another attempt at the relay, with a growing delay. */
export async function postponeRegistration(tx: Tx, { userId, accountId, sent }: PendingRegistration): Promise<void> {
  const { rows } = await sql<{ tries: number }>`
    update push_device set tries = tries + 1
    where user_id = ${userId} and push_account_id = ${accountId}::bigint and encrypted_registration = ${sent}
    returning tries`.execute(tx);
  const [row] = rows;
  if (!row) return;
  enqueueJob(
    tx,
    registerDeviceJob,
    { user_id: userId, push_account_id: accountId },
    { afterSeconds: retryDelaySeconds(row.tries) },
  );
}
