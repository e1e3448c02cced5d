import type { EventBody } from "@parlance/contract/events/index.ts";
import type { PushDevice } from "@parlance/contract/nouns/push-devices.ts";

/** How far the registration of a device has come. */
export const statusOf = ({ error_code, relay_device_id }: Registered): PushDevice["status"] => {
  if (error_code !== null) return "failed";
  return relay_device_id === null ? "pending" : "active";
};

interface Registered {
  readonly error_code: string | null;
  readonly relay_device_id: number | null;
}

export const deviceChanged = (accountId: string, device: Registered): EventBody => ({
  type: "push_device",
  push_account_id: accountId,
  status: statusOf(device),
  ...(device.error_code !== null && { error_code: device.error_code }),
});
