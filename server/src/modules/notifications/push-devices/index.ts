import { pushDevicesNoun } from "@parlance/contract/nouns/push-devices.ts";
import type { Database } from "@parlance/kernel/db/types.ts";
import { defineSlice, type Module } from "@parlance/kernel/http/module.ts";
import { type EmailSettings, senderAddress } from "#modules/platform/email/email-settings.ts";
import { addApnsToken } from "./api/add-apns-token.ts";
import { addFcmToken } from "./api/add-fcm-token.ts";
import { register } from "./api/register.ts";
import { removeApnsToken } from "./api/remove-apns-token.ts";
import { removeFcmToken } from "./api/remove-fcm-token.ts";
import { sendEncryptedTest } from "./api/test-encrypted.ts";
import { sendPlainTest } from "./api/test-plain.ts";
import { forwardTokens, reintroduceToRelay, registerDevices, reportRealms, unregisterDevices } from "./jobs.ts";
import type { PushMetrics } from "./push-metrics.ts";
import { pushStatus } from "./push-status-snapshot.ts";
import { loadPushDevices } from "./queries.ts";
import type { TestServices } from "./test-notifications.ts";
import { Relay } from "./relay/relay.ts";
import type { PushSettings } from "./settings.ts";

const devices = defineSlice(pushDevicesNoun, "push_device", async (db, { actor }) => ({
  push_devices: await loadPushDevices(db, actor.id),
}));

/** Creates the client of the configured relay; null if none is configured. */
export function createRelay(db: Database, settings: PushSettings & EmailSettings, metrics: PushMetrics): Relay | null {
  const { pushRelayUrl: relayUrl, url } = settings;
  return relayUrl === undefined ? null : new Relay({ db, relayUrl, url, contact: senderAddress(settings), metrics });
}

/** Creates the module for phones that receive push notifications. */
export function pushDevicesModule(services: TestServices & Pick<EmailSettings, "url">): Module {
  const { relay } = services;
  return {
    name: "push-devices",
    floor: "profiles",
    tables: ["push_device", "push_status", "push_token"],
    endpoints: [
      register(relay),
      sendEncryptedTest(services),
      addApnsToken,
      removeApnsToken,
      addFcmToken,
      removeFcmToken,
      sendPlainTest(services),
    ],
    slices: [devices],
    snapshotSections: [pushStatus],
    jobs: [
      registerDevices(relay),
      unregisterDevices(relay),
      forwardTokens(relay),
      reportRealms(relay),
      reintroduceToRelay(relay, services.url),
    ],
  };
}
