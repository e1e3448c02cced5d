import type { Database } from "#kernel/db/types.ts";
import type { WireAliases } from "#kernel/http/wire-aliases.ts";
import type { JobContext } from "#kernel/jobs/job.ts";
import { forgetDevices } from "#modules/notifications/push-devices/actions/delete-unregistered-phones.ts";
import { forgetTokens } from "#modules/notifications/push-devices/actions/forget-tokens.ts";
import { brandOf } from "#modules/notifications/push-devices/payload/brand-names.ts";
import { collapseId } from "#modules/notifications/push-devices/payload/collapse-id.ts";
import { encryptedPushes, type Urgency } from "#modules/notifications/push-devices/payload/encrypted-pushes.ts";
import { notingStatus } from "#modules/notifications/push-devices/push-status.ts";
import { activeDevices, plainDevices } from "#modules/notifications/push-devices/queries.ts";
import { RelayFailure } from "#modules/notifications/push-devices/relay/relay-failure.ts";
import type { PlainPush, Relay } from "#modules/notifications/push-devices/relay/relay.ts";
import type { Way } from "./phone-transport.ts";
import type { PlainNotice } from "./unencrypted-payload.ts";

/** A notice in both forms. */
export interface PhoneNotice {
  readonly sealed: Readonly<Record<string, unknown>>;
  /** `brand`: see `brandName`. */
  plain(brand: string): PlainNotice;
}

export interface Sending {
  readonly realm: { readonly id: number; readonly url: string };
  readonly userId: number;
  readonly way: Way;
  /** See `tellPhones`. */
  readonly only: readonly string[] | null;
  readonly notice: PhoneNotice;
  readonly urgency: Urgency;
  /** What is told, the same each time: see `collapseId`. */
  readonly thing: string;
  readonly wireAliases: WireAliases;
}

/** Who is still to be told later: nobody, all who were to be told now, or these of them. */
export type Rest = "none" | "all" | readonly string[];

/** Hands a notice to the relay, and forgets the phones that are gone. */
export async function sendToPhones({ db, log }: JobContext, relay: Relay, sending: Sending): Promise<Rest> {
  try {
    const unsent = await (sending.way === "sealed" ? sendSealed : sendPlain)(db, relay, sending);
    return unsent.length === 0 ? "none" : unsent;
  } catch (error) {
    if (!(error instanceof RelayFailure)) throw error;
    log.warn({ kind: error.kind, code: error.code }, `push notifications could not be sent: ${error.message}`);
    return error.kind === "final" ? "none" : "all";
  }
}

async function sendSealed(db: Database, relay: Relay, sending: Sending): Promise<readonly string[]> {
  const { realm, userId, only, notice, urgency, thing } = sending;
  const all = await activeDevices(db.reader, [userId]);
  const devices = all.filter(({ relay_device_id: id }) => only?.includes(String(id)) ?? true);
  if (devices.length === 0) return [];
  const pushes = await encryptedPushes(devices, notice.sealed, { urgency, thing });
  const { gone, unsent } = await notingStatus(db, realm.id, () => relay.notify(realm.id, pushes));
  if (gone.length > 0) await db.write((tx) => forgetDevices(tx, gone));
  return unsent.map(String);
}

async function sendPlain(db: Database, relay: Relay, sending: Sending): Promise<readonly string[]> {
  const { userId, only, wireAliases } = sending;
  const all = await plainDevices(db.reader, userId);
  const devices = all.filter(({ token }) => only?.includes(token) ?? true);
  const byBrand = Map.groupBy(devices, (device) => brandOf(device, wireAliases));
  const unsent: string[] = [];
  for (const [brand, own] of byBrand) {
    // A relay knows a user's phones, but not which names their apps read.
    unsent.push(...(await sendInNames(db, relay, sending, { brand, only: only || byBrand.size > 1 ? own : null })));
  }
  return unsent;
}

async function sendInNames(
  db: Database,
  relay: Relay,
  { realm, userId, notice, urgency, thing }: Sending,
  { brand, only }: Pick<PlainPush, "only"> & { readonly brand: string },
): Promise<readonly string[]> {
  const push: PlainPush = {
    userId,
    ...notice.plain(brand),
    googlePriority: urgency === "now" ? "high" : "normal",
    collapseId: collapseId(`${realm.url} ${userId}`, thing),
    only,
  };
  const { gone, unsent } = await notingStatus(db, realm.id, () => relay.notifyPlain(realm.id, push));
  if (gone.length > 0) await db.write((tx) => forgetTokens(tx, userId, gone));
  return unsent.map(({ token }) => token);
}
