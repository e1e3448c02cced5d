import type { Database } from "#kernel/db/types.ts";
import type { Actor, RealmContext } from "#kernel/http/context.ts";
import type { WireAliases } from "#kernel/http/wire-aliases.ts";
import { forgetDevices } from "./actions/delete-unregistered-phones.ts";
import { brandOf } from "./payload/brand-names.ts";
import { encryptedPushes } from "./payload/encrypted-pushes.ts";
import {
  AdminActionRequired,
  FailedToConnectBouncer,
  InternalServerErrorOnBouncer,
  InvalidPushDeviceToken,
  InvalidRemotePushDeviceToken,
  NoActivePushDevice,
  PushServiceNotConfigured,
} from "./errors.ts";
import { plainBase } from "./payload/unencrypted-base-payload.ts";
import { notingStatus } from "./push-status.ts";
import { activeDevices, plainDevices } from "./queries.ts";
import { RelayFailure } from "./relay/relay-failure.ts";
import type { Relay } from "./relay/relay.ts";

/** What tests need. */
export interface TestServices {
  readonly db: Database;
  readonly relay: Relay | null;
  readonly wireAliases: WireAliases;
}

interface Asker {
  readonly actor: Actor;
  readonly realm: RealmContext & { readonly name: string };
  readonly now: Date;
  /** Aborted when they do not wait any more. */
  readonly gone: AbortSignal;
}

/**
 * Sends an encrypted test to a user's phones, or to one of them.
 * @throws NoActivePushDevice, AdminActionRequired, FailedToConnectBouncer, InternalServerErrorOnBouncer
 */
export async function testEncrypted(
  services: TestServices,
  { actor, realm, now, gone: left }: Asker,
  accountId?: string,
): Promise<void> {
  const { db } = services;
  const relay = services.relay?.until(left);
  const devices = await activeDevices(db.reader, [actor.id], accountId);
  if (devices.length === 0 || !relay) throw new NoActivePushDevice();
  const base = { realm_url: realm.url, realm_name: realm.name, user_id: actor.id };
  const notice = { ...base, type: "test", time: Math.floor(now.getTime() / 1000) };
  const pushes = await encryptedPushes(devices, notice);
  const { gone, unsent } = await explained(() => notingStatus(db, realm.id, () => relay.notify(realm.id, pushes)));
  if (unsent.length > 0) throw new InternalServerErrorOnBouncer();
  if (gone.length === 0) return;
  await db.write((tx) => forgetDevices(tx, gone));
  if (devices.every(({ relay_device_id: id }) => gone.includes(id))) throw new NoActivePushDevice();
}

/**
 * Sends a test to a user's phones without encryption, or to one of them.
 * @throws InvalidPushDeviceToken, InvalidRemotePushDeviceToken, PushServiceNotConfigured and what `testEncrypted` throws
 */
export async function testPlain(
  { db, wireAliases, ...services }: TestServices,
  { actor, realm, now, gone }: Asker,
  token?: string,
): Promise<void> {
  const relay = services.relay?.until(gone);
  const devices = await plainDevices(db.reader, actor.id, token);
  if (devices.length === 0 && token !== undefined) throw new InvalidPushDeviceToken();
  if (!relay) throw new PushServiceNotConfigured();
  const payload = { ...plainBase(realm, actor.id), time: Math.floor(now.getTime() / 1000) };
  for (const device of devices) {
    const brand = brandOf(device, wireAliases);
    await explained(() =>
      relay.testPlain(realm.id, actor.id, { kind: device.token_kind, token: device.token, payload, brand }),
    );
  }
}

/** Says in the API's words why the relay did not do what it was asked to. */
async function explained<T>(work: () => Promise<T>): Promise<T> {
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
