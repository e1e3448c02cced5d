import { z } from "zod";

export const PushDeviceStatus = z.enum(["active", "pending", "failed"]);
export type PushDeviceStatus = z.infer<typeof PushDeviceStatus>;

/** How far the registration of a device for mobile push has come. */
export const PushDevice = z.strictObject({
  status: PushDeviceStatus,
  error_code: z.string().nullable().describe("Why it failed"),
});
export type PushDevice = z.infer<typeof PushDevice>;
