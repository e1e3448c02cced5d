import { z } from "zod";

export const RealmDomain = z.strictObject({ domain: z.string(), allow_subdomains: z.boolean() });
export type RealmDomain = z.infer<typeof RealmDomain>;

/** One way to log in, as an administrator sees it. */
export const AuthenticationMethod = z.strictObject({
  enabled: z.boolean().describe("By the organization"),
  available: z.boolean().describe("On this server and plan"),
  unavailable_reason: z.string().optional(),
});
export type AuthenticationMethod = z.infer<typeof AuthenticationMethod>;

const exportTime = z.number().describe("UNIX seconds with a fraction");

/** An export of the organization's data; it is pending, done, failed, or deleted. */
export const RealmExport = z.strictObject({
  id: z.int(),
  acting_user_id: z.int(),
  export_time: exportTime,
  deleted_timestamp: exportTime.nullable(),
  failed_timestamp: exportTime.nullable(),
  export_url: z.string().nullable(),
  pending: z.boolean(),
  export_type: z.int().describe("1 public data, 2 also private data of those who consent"),
});
export type RealmExport = z.infer<typeof RealmExport>;

/** A provider of video calls, or a rating of animated images: what can be chosen, by name. */
export const NamedChoices = z.record(z.string(), z.strictObject({ id: z.int(), name: z.string() }));
export type NamedChoices = z.infer<typeof NamedChoices>;

/** A size in which the server offers previews of images. */
export const ThumbnailFormat = z.strictObject({
  name: z.string(),
  max_width: z.int().describe("Pixels"),
  max_height: z.int().describe("Pixels"),
  format: z.string(),
  animated: z.boolean(),
});
export type ThumbnailFormat = z.infer<typeof ThumbnailFormat>;
