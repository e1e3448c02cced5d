import { z } from "zod";
import { RealmSettings } from "../entities/realm-settings.ts";
import { RealmDomain, RealmExport } from "../entities/realm.ts";
import { EventId } from "./event-id.ts";

/** One setting of the organization changed. */
export const UpdateRealmEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm"),
  op: z.literal("update"),
  property: z.string().describe("Name of the setting, without `realm_`"),
  value: z.union([z.string(), z.boolean(), z.int(), z.null()]),
});

/** Settings of the organization changed together, or one whose value is an object. */
export const UpdateRealmDictEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm"),
  op: z.literal("update_dict"),
  property: z.string().meta({ deprecated: true }).describe("Always `default`, `icon`, `logo` or `night_logo`"),
  data: z
    .strictObject({ ...RealmSettings.shape, max_file_upload_size_mib: z.int() })
    .partial()
    .describe("What changed; names without `realm_`"),
});

export const DeactivatedRealmEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm"),
  op: z.literal("deactivated"),
  realm_id: z.int(),
});

export const RealmEvent = z.discriminatedUnion("op", [UpdateRealmEvent, UpdateRealmDictEvent, DeactivatedRealmEvent]);

export const AddRealmDomainEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_domains"),
  op: z.literal("add"),
  realm_domain: RealmDomain,
});

export const ChangeRealmDomainEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_domains"),
  op: z.literal("change"),
  realm_domain: RealmDomain,
});

export const RemoveRealmDomainEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_domains"),
  op: z.literal("remove"),
  domain: z.string(),
});

export const RealmDomainEvent = z.discriminatedUnion("op", [
  AddRealmDomainEvent,
  ChangeRealmDomainEvent,
  RemoveRealmDomainEvent,
]);

export const RealmExportEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_export"),
  exports: z.array(RealmExport).describe("All of them"),
});

export const RealmExportConsentEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_export_consent"),
  user_id: z.int(),
  consented: z.boolean(),
});
