import { sql } from "kysely";
import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import { TooManyDevices } from "../errors.ts";
import { deviceChanged } from "../events.ts";
import { registerDeviceJob } from "../job-kinds.ts";

/** Maximum number of phones per user, of all apps. */
const MAX_DEVICES_PER_USER = 100;

/** A client's registration of a phone. */
export interface NewDevice {
  /** A 64-bit number as text; see account-id.ts. */
  readonly push_account_id: string;
  readonly token_kind: "apns" | "fcm";
  readonly push_public_key: string;
  readonly bouncer_public_key: string;
  readonly encrypted_push_registration: string;
}

/**
 * Stores a phone, and enqueues its registration at the relay. Does nothing if the phone is already registered, unless
 * the relay has rejected that registration.
 * @throws TooManyDevices
 */
export async function registerDevice({ tx, actor }: Write, device: NewDevice): Promise<void> {
  await lockAccount(tx, actor.id);
  const { rows: known } = await sql<{ account: string; isRefused: boolean }>`
    select push_account_id::text as account, error_code is not null as "isRefused" from push_device
    where user_id = ${actor.id}`.execute(tx);
  const former = known.find(({ account }) => account === device.push_account_id);
  if (former && !former.isRefused) return;
  if (!former && known.length >= MAX_DEVICES_PER_USER) throw new TooManyDevices();
  await sql`
    insert into push_device
      (user_id, push_account_id, token_kind, push_public_key, bouncer_public_key, encrypted_registration)
    values (${actor.id}, ${device.push_account_id}::bigint, ${device.token_kind}, ${device.push_public_key},
      ${device.bouncer_public_key}, ${device.encrypted_push_registration})
    on conflict (user_id, push_account_id) do update set
      token_kind = excluded.token_kind, push_public_key = excluded.push_public_key,
      bouncer_public_key = excluded.bouncer_public_key, encrypted_registration = excluded.encrypted_registration,
      tries = 0, relay_device_id = null, error_code = null`.execute(tx);
  enqueueJob(tx, registerDeviceJob, { user_id: actor.id, push_account_id: device.push_account_id });
  emit(tx, toUser(actor), deviceChanged(device.push_account_id, { error_code: null, relay_device_id: null }));
}
