import { z } from "zod";
import { updateField } from "../state/set-fields.ts";
import { EventId, noun } from "./noun.ts";

export const PushDeviceStatus = z.enum(["active", "pending", "failed"]);
export type PushDeviceStatus = z.infer<typeof PushDeviceStatus>;

/** Whether a mobile device is registered for push notifications. */
export const PushDevice = z.strictObject({
  status: PushDeviceStatus,
  error_code: z.string().nullable().describe("Why the registration failed."),
});
export type PushDevice = z.infer<typeof PushDevice>;

/** The registration status of a mobile device has changed. */
export const PushDeviceEvent = z.strictObject({
  id: EventId,
  type: z.literal("push_device"),
  push_account_id: z.string().describe("Integer as text."),
  status: PushDeviceStatus,
  error_code: z.string().nullable().optional().describe("Present only if the registration failed."),
});

export const pushDevicesNoun = noun({
  events: [PushDeviceEvent],
  snapshot: { push_device: { push_devices: z.record(z.string(), PushDevice).describe("By push account id.") } },
  reducers: {
    push_device: (state, { push_account_id, status, error_code }) =>
      updateField(state, "push_devices", (devices) => ({
        ...devices,
        [push_account_id]: { status, error_code: error_code ?? null },
      })),
  },
});
