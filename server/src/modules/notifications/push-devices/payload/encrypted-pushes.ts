import { rawJsonNumber } from "@parlance/kernel/base/lossless-json.ts";
import { collapseId } from "./collapse-id.ts";
import type { ActiveDevice } from "../queries.ts";
import type { EncryptedPush } from "../relay/relay.ts";
import { seal } from "./sealed-box.ts";

/** Urgency of a push request: "later" does not wake the phone, which is enough for retractions. */
export type Urgency = "now" | "later";

interface PushOptions {
  /** Urgency of the push request. Default: "now". */
  readonly urgency?: Urgency;
  /** Identifier of the content of a notification that may be sent again: see `collapseId`. */
  readonly collapseKey?: string;
}

/**
 * Encrypts a notification for each phone, so that only the phone can decrypt it. Returns the requests for the relay,
 * without phones for whose key encryption is impossible.
 */
export async function createEncryptedPushes(
  devices: readonly ActiveDevice[],
  notice: Readonly<Record<string, unknown>>,
  options: PushOptions = {},
): Promise<EncryptedPush[]> {
  const sealed = await seal(devices.map((device) => ({ text: JSON.stringify(notice), key: device.push_public_key })));
  return devices.flatMap((device, nth) => {
    const encrypted = sealed[nth];
    return typeof encrypted === "string" ? [createPush(device, encrypted, options)] : [];
  });
}

function createPush(device: ActiveDevice, encrypted_data: string, { urgency = "now", collapseKey }: PushOptions) {
  const { relay_device_id, token_kind, push_account_id, push_public_key } = device;
  const payload = { push_account_id: rawJsonNumber(push_account_id), encrypted_data };
  if (token_kind === "fcm") {
    return { device_id: relay_device_id, fcm_priority: urgency === "now" ? "high" : "normal", payload };
  }
  return {
    device_id: relay_device_id,
    http_headers: {
      apns_priority: urgency === "now" ? 10 : 5,
      apns_push_type: urgency === "now" ? "alert" : "background",
      // The relay does not know the phone's public key, so the id reveals nothing about the message to the relay.
      ...(collapseKey !== undefined && { apns_collapse_id: collapseId(push_public_key, collapseKey) }),
    },
    payload: { ...payload, aps: { "mutable-content": 1, alert: { title: "New notification" } } },
  };
}
