import { z } from "zod";
import { dropDevices } from "../actions/delete-devices.ts";
import { realmOf } from "../realms.ts";
import { operation } from "./operation.ts";
import { deviceId } from "./notification-fields.ts";

const MOST_DEVICES = 2000;

/** Phones whose notices are encrypted get none any more. Those that are none of the organization's are left alone. */
export const unregisterDevices = operation({
  path: "push/e2ee/unregister",
  parameters: z.object({ realm_uuid: z.uuid(), device_ids: z.array(deviceId).max(MOST_DEVICES) }),
  async run({ pool }, server, { realm_uuid, device_ids }) {
    await dropDevices(pool, await realmOf(pool, server, realm_uuid), device_ids);
    return {};
  },
});
