import type { ActiveDevice } from "./queries.ts";
import type { EncryptedPush } from "./relay/relay.ts";
import { seal } from "./sealed-box.ts";

/** How soon a phone is to show it: what takes notices back need not wake it. */
export type Urgency = "now" | "later";

/** A notice as the relay passes it on to phones: each of them alone can read it. */
export async function encryptedPushes(
  devices: readonly ActiveDevice[],
  notice: Readonly<Record<string, unknown>>,
  urgency: Urgency = "now",
): Promise<EncryptedPush[]> {
  const sealed = await seal(devices.map((device) => ({ text: JSON.stringify(notice), key: device.push_public_key })));
  return devices.flatMap((device, nth) => {
    const encrypted = sealed[nth];
    return typeof encrypted === "string" ? [pushTo(device, encrypted, urgency)] : [];
  });
}

function pushTo(
  { relay_device_id, token_kind, push_account_id }: ActiveDevice,
  encrypted_data: string,
  urgency: Urgency,
) {
  const payload = { push_account_id: exactNumber(push_account_id), encrypted_data };
  if (token_kind === "fcm") {
    return { device_id: relay_device_id, fcm_priority: urgency === "now" ? "high" : "normal", payload };
  }
  return {
    device_id: relay_device_id,
    http_headers: {
      apns_priority: urgency === "now" ? 10 : 5,
      apns_push_type: urgency === "now" ? "alert" : "background",
    },
    payload: { ...payload, aps: { "mutable-content": 1, alert: { title: "New notification" } } },
  };
}

/** As JSON it is a number, however large. */
const exactNumber = (digits: string): unknown =>
  (JSON as typeof JSON & { readonly rawJSON: (text: string) => unknown }).rawJSON(digits);
