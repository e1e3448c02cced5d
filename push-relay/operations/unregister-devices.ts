import { z } from "zod";
import { deleteDevices } from "../actions/delete-devices.ts";
import { findRealmId } from "../realms.ts";
import { operation } from "./operation.ts";
import { deviceIdField } from "./notification-fields.ts";

const MAX_DEVICES = 2000;

/** Operation that unregisters phones with encrypted notifications. Ids of other organizations' phones are ignored. */
export const unregisterDevices = operation({
  path: "push/e2ee/unregister",
  parameters: z.object({ realm_uuid: z.uuid(), device_ids: z.array(deviceIdField).max(MAX_DEVICES) }),
  async run({ pool }, server, { realm_uuid, device_ids }) {
    await deleteDevices(pool, await findRealmId(pool, server, realm_uuid), device_ids);
    return {};
  },
});
