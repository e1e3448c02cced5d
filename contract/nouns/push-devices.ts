import { z } from "zod";
import { change } from "../state/change.ts";
import { EventId, noun } from "./noun.ts";

export const PushDeviceStatus = z.enum(["active", "pending", "failed"]);
export type PushDeviceStatus = z.infer<typeof PushDeviceStatus>;

/** How far the registration of a device for mobile push has come. */
export const PushDevice = z.strictObject({
  status: PushDeviceStatus,
  error_code: z.string().nullable().describe("Why it failed"),
});
export type PushDevice = z.infer<typeof PushDevice>;

/** The registration of a device for mobile push went on. */
export const PushDeviceEvent = z.strictObject({
  id: EventId,
  type: z.literal("push_device"),
  push_account_id: z.string().describe("The integer, as text"),
  status: PushDeviceStatus,
  error_code: z.string().nullable().optional().describe("Only if it failed"),
});

export const pushDevicesNoun = noun({
  events: [PushDeviceEvent],
  snapshot: { push_device: { push_devices: z.record(z.string(), PushDevice).describe("By push account id") } },
  reducers: {
    push_device: (state, { push_account_id, status, error_code }) =>
      change(state, "push_devices", (devices) => ({
        ...devices,
        [push_account_id]: { status, error_code: error_code ?? null },
      })),
  },
});
