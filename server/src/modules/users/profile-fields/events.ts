import type { CustomProfileField } from "@parlance/contract/nouns/profile-fields.ts";
import type { EventBody } from "@parlance/contract/events/index.ts";

/** Creates the event with all present fields. Clients delete the values of fields and choices that no longer exist. */
export const fieldsChanged = (fields: readonly CustomProfileField[]): EventBody => ({
  type: "custom_profile_fields",
  fields: [...fields],
});
