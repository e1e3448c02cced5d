import { pushDevicesNoun } from "@parlance/contract/nouns/push-devices.ts";
import type { Database } from "#kernel/db/types.ts";
import { slice, type Module } from "#kernel/http/module.ts";
import { type MailSettings, senderAddress } from "#modules/2-records/mail/settings.ts";
import { addApnsToken } from "./api/add-apns-token.ts";
import { addFcmToken } from "./api/add-fcm-token.ts";
import { register } from "./api/register.ts";
import { removeApnsToken } from "./api/remove-apns-token.ts";
import { removeFcmToken } from "./api/remove-fcm-token.ts";
import { sendEncryptedTest } from "./api/test-encrypted.ts";
import { sendPlainTest } from "./api/test-plain.ts";
import { forwardTokens, registerDevices } from "./jobs.ts";
import { pushDevicesOf } from "./queries.ts";
import { Relay } from "./relay/relay.ts";
import type { PushSettings } from "./settings.ts";

const devices = slice(pushDevicesNoun, "push_device", async (db, { actor }) => ({
  push_devices: await pushDevicesOf(db, actor.id),
}));

interface PushParts {
  readonly db: Database;
  readonly settings: PushSettings & MailSettings;
}

/** Phones that can be told of something. */
export function pushDevicesModule({ db, settings }: PushParts): Module {
  const { pushRelayUrl: relayUrl, url } = settings;
  const relay = relayUrl === undefined ? null : new Relay({ db, relayUrl, url, contact: senderAddress(settings) });
  const services = { db, relay };
  return {
    name: "push-devices",
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
    jobs: [registerDevices(relay), forwardTokens(relay)],
  };
}
