import type { EventBody } from "@parlance/contract/events/index.ts";
import type { PushDevice } from "@parlance/contract/nouns/push-devices.ts";

/** Returns the progress of a device's registration. */
export const deviceStatus = ({ error_code, relay_device_id }: RegistrationState): PushDevice["status"] => {
  if (error_code !== null) return "failed";
  return relay_device_id === null ? "pending" : "active";
};

interface RegistrationState {
  readonly error_code: string | null;
  readonly relay_device_id: number | null;
}

export const deviceChanged = (accountId: string, device: RegistrationState): EventBody => ({
  type: "push_device",
  push_account_id: accountId,
  status: deviceStatus(device),
  ...(device.error_code !== null && { error_code: device.error_code }),
});
