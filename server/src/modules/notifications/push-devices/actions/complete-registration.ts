import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { deviceChanged } from "../events.ts";
import { unregisterDeviceJob, retryDelaySeconds, registerDeviceJob } from "../job-kinds.ts";

/** A registration that the relay has not confirmed yet. */
export interface PendingRegistration {
  readonly userId: number;
  readonly realmId: number;
  readonly accountId: string;
  /**
   * The registration that was sent to the relay. If another one has replaced it meanwhile, the relay's result does not
   * apply.
   */
  readonly sent: string;
}

/** The relay's result for a registration. */
export type RegistrationResult = { readonly relay_device_id: number } | { readonly error_code: string };

/** Stores the relay's result for a phone, and sends an event to its owner's clients. */
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
 * Unregisters a device at the relay that its owner has removed meanwhile. If it was registered again, it has the same
 * id at the relay and must stay.
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

/** Schedules another attempt to register a phone at the relay, with a growing delay. */
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
