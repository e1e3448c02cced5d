import type { Database } from "@parlance/kernel/db/types.ts";
import type { WireAliases } from "@parlance/kernel/http/wire-aliases.ts";
import type { JobContext } from "@parlance/kernel/jobs/job.ts";
import {
  deleteUnregisteredDevices,
  deleteUnregisteredTokens,
} from "#modules/notifications/push-devices/actions/delete-unregistered-phones.ts";
import { findBrandPrefix } from "#modules/notifications/push-devices/payload/brand-names.ts";
import { collapseId } from "#modules/notifications/push-devices/payload/collapse-id.ts";
import { createEncryptedPushes, type Urgency } from "#modules/notifications/push-devices/payload/encrypted-pushes.ts";
import { withPushStatusUpdate } from "#modules/notifications/push-devices/actions/store-push-status.ts";
import { loadActiveDevices, loadUnencryptedDevices } from "#modules/notifications/push-devices/queries.ts";
import { RelayFailure } from "#modules/notifications/push-devices/relay/relay-failure.ts";
import type { UnencryptedPush, Relay } from "#modules/notifications/push-devices/relay/relay.ts";
import type { EncryptionMode } from "./phone-transport.ts";
import type { UnencryptedNotification } from "./unencrypted-payload.ts";

/** A notification, as an encrypted and as an unencrypted variant. */
export interface PhoneNotification {
  readonly encrypted: Readonly<Record<string, unknown>>;
  /** `brand` is the prefix of field names; see `brandName`. */
  unencrypted(brand: string): UnencryptedNotification;
}

export interface PhoneDelivery {
  readonly realm: { readonly id: number; readonly url: string };
  readonly userId: number;
  readonly way: EncryptionMode;
  /** See `notifyPhonesJob`. */
  readonly only: readonly string[] | null;
  readonly notification: PhoneNotification;
  readonly urgency: Urgency;
  /** Identifier of the content, which is the same in each attempt: see `collapseId`. */
  readonly collapseKey: string;
  readonly wireAliases: WireAliases;
}

/**
 * The phones for which the notification must be retried: none, all of this attempt, or the listed ones. `rejected`: none,
 * because the relay rejects the notification.
 */
export type UndeliveredPhones = "none" | "rejected" | "all" | readonly string[];

/** Sends a notification to the relay. Deletes the phones that no longer exist according to the relay. */
export async function sendToPhones(
  { db, log }: JobContext,
  relay: Relay,
  sending: PhoneDelivery,
): Promise<UndeliveredPhones> {
  try {
    const unsent = await (sending.way === "sealed" ? sendEncrypted : sendUnencrypted)(db, relay, sending);
    return unsent.length === 0 ? "none" : unsent;
  } catch (error) {
    if (!(error instanceof RelayFailure)) throw error;
    log.warn({ kind: error.kind, code: error.code }, `push notifications could not be sent: ${error.message}`);
    return error.kind === "final" ? "rejected" : "all";
  }
}

async function sendEncrypted(db: Database, relay: Relay, sending: PhoneDelivery): Promise<readonly string[]> {
  const { realm, userId, only, notification, urgency, collapseKey } = sending;
  const all = await loadActiveDevices(db.reader, [userId]);
  const devices = all.filter(({ relay_device_id: id }) => only?.includes(String(id)) ?? true);
  if (devices.length === 0) return [];
  const pushes = await createEncryptedPushes(devices, notification.encrypted, { urgency, collapseKey });
  const { gone, unsent } = await withPushStatusUpdate(db, realm.id, () => relay.notify(realm.id, pushes));
  if (gone.length > 0) await db.write((tx) => deleteUnregisteredDevices(tx, gone));
  return unsent.map(String);
}

async function sendUnencrypted(db: Database, relay: Relay, sending: PhoneDelivery): Promise<readonly string[]> {
  const { userId, only, wireAliases } = sending;
  const all = await loadUnencryptedDevices(db.reader, userId);
  const devices = all.filter(({ token }) => only?.includes(token) ?? true);
  const byBrand = Map.groupBy(devices, (device) => findBrandPrefix(device, wireAliases));
  const unsent: string[] = [];
  for (const [brand, own] of byBrand) {
    // The relay does not know which field names an app expects, so the phones are listed if there are several brands.
    unsent.push(...(await sendWithBrand(db, relay, sending, { brand, only: only || byBrand.size > 1 ? own : null })));
  }
  return unsent;
}

async function sendWithBrand(
  db: Database,
  relay: Relay,
  { realm, userId, notification, urgency, collapseKey }: PhoneDelivery,
  { brand, only }: Pick<UnencryptedPush, "only"> & { readonly brand: string },
): Promise<readonly string[]> {
  const push: UnencryptedPush = {
    userId,
    ...notification.unencrypted(brand),
    googlePriority: urgency === "now" ? "high" : "normal",
    collapseId: collapseId(`${realm.url} ${userId}`, collapseKey),
    only,
  };
  const { gone, unsent } = await withPushStatusUpdate(db, realm.id, () => relay.notifyPlain(realm.id, push));
  if (gone.length > 0) await db.write((tx) => deleteUnregisteredTokens(tx, userId, gone));
  return unsent.map(({ token }) => token);
}
