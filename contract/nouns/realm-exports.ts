import { z } from "zod";
import { EventId, noun } from "./noun.ts";

const exportTime = z.number().describe("UNIX timestamp in seconds, with fraction.");

/** An export of the organization's data: pending, complete, failed or deleted. */
export const RealmExport = z.strictObject({
  id: z.int(),
  acting_user_id: z.int(),
  export_time: exportTime,
  deleted_timestamp: exportTime.nullable(),
  failed_timestamp: exportTime.nullable(),
  export_url: z.string().nullable(),
  pending: z.boolean(),
  export_type: z.int().describe("1 public data, 2 also private data of users who consent."),
});
export type RealmExport = z.infer<typeof RealmExport>;

export const RealmExportEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_export"),
  exports: z.array(RealmExport).describe("All exports."),
});

export const RealmExportConsentEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_export_consent"),
  user_id: z.int(),
  consented: z.boolean(),
});

export const realmExportsNoun = noun({ events: [RealmExportEvent, RealmExportConsentEvent] });
