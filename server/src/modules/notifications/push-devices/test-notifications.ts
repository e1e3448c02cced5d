import type { Database } from "@parlance/kernel/db/types.ts";
import type { Actor, RealmContext } from "@parlance/kernel/http/context.ts";
import type { WireAliases } from "@parlance/kernel/http/wire-aliases.ts";
import { deleteUnregisteredDevices } from "./actions/delete-unregistered-phones.ts";
import { findBrandPrefix } from "./payload/brand-names.ts";
import { createEncryptedPushes } from "./payload/encrypted-pushes.ts";
import {
  AdminActionRequired,
  FailedToConnectBouncer,
  InternalServerErrorOnBouncer,
  InvalidPushDeviceToken,
  InvalidRemotePushDeviceToken,
  NoActivePushDevice,
  PushServiceNotConfigured,
} from "./errors.ts";
import { createUnencryptedBasePayload } from "./payload/unencrypted-base-payload.ts";
import { withPushStatusUpdate } from "./actions/store-push-status.ts";
import { loadActiveDevices, loadUnencryptedDevices } from "./queries.ts";
import { RelayFailure } from "./relay/relay-failure.ts";
import type { Relay } from "./relay/relay.ts";

/** Services for test notifications. */
export interface TestServices {
  readonly db: Database;
  readonly relay: Relay | null;
  readonly wireAliases: WireAliases;
}

interface TestRequest {
  readonly actor: Actor;
  readonly realm: RealmContext & { readonly name: string };
  readonly now: Date;
  /** Aborted when the client has disconnected. */
  readonly gone: AbortSignal;
}

/**
 * Sends an encrypted test notification to a user's phones, or to one of them.
 * @throws NoActivePushDevice, AdminActionRequired, FailedToConnectBouncer, InternalServerErrorOnBouncer
 */
export async function testEncrypted(
  services: TestServices,
  { actor, realm, now, gone: left }: TestRequest,
  accountId?: string,
): Promise<void> {
  const { db } = services;
  const relay = services.relay?.until(left);
  const devices = await loadActiveDevices(db.reader, [actor.id], accountId);
  if (devices.length === 0 || !relay) throw new NoActivePushDevice();
  const base = { realm_url: realm.url, realm_name: realm.name, user_id: actor.id };
  const notice = { ...base, type: "test", time: Math.floor(now.getTime() / 1000) };
  const pushes = await createEncryptedPushes(devices, notice);
  const { gone, unsent } = await explainFailures(() =>
    withPushStatusUpdate(db, realm.id, () => relay.notify(realm.id, pushes)),
  );
  if (unsent.length > 0) throw new InternalServerErrorOnBouncer();
  if (gone.length === 0) return;
  await db.write((tx) => deleteUnregisteredDevices(tx, gone));
  if (devices.every(({ relay_device_id: id }) => gone.includes(id))) throw new NoActivePushDevice();
}

/**
 * Sends an unencrypted test notification to a user's phones, or to one of them.
 * @throws InvalidPushDeviceToken, InvalidRemotePushDeviceToken, PushServiceNotConfigured, or one of `relayErrors`
 */
export async function testPlain(
  { db, wireAliases, ...services }: TestServices,
  { actor, realm, now, gone }: TestRequest,
  token?: string,
): Promise<void> {
  const relay = services.relay?.until(gone);
  const devices = await loadUnencryptedDevices(db.reader, actor.id, token);
  if (devices.length === 0 && token !== undefined) throw new InvalidPushDeviceToken();
  if (!relay) throw new PushServiceNotConfigured();
  const payload = { ...createUnencryptedBasePayload(realm, actor.id), time: Math.floor(now.getTime() / 1000) };
  for (const device of devices) {
    const brand = findBrandPrefix(device, wireAliases);
    await explainFailures(() =>
      relay.testPlain(realm.id, actor.id, { kind: device.token_kind, token: device.token, payload, brand }),
    );
  }
}

/** Converts failures of the relay to errors of the API. */
async function explainFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RelayFailure)) throw error;
    if (error.code === "INVALID_REMOTE_PUSH_DEVICE_TOKEN") throw new InvalidRemotePushDeviceToken();
    if (error.kind === "away") throw new FailedToConnectBouncer();
    if (error.kind === "broken") throw new InternalServerErrorOnBouncer();
    throw new AdminActionRequired();
  }
}
