import type { CustomProfileField } from "@parlance/contract/nouns/profile-fields.ts";
import type { EventBody } from "@parlance/contract/events/index.ts";

/** Announces all fields as they are now; with a field or a choice that is gone go the values that people gave. */
export const fieldsChanged = (fields: readonly CustomProfileField[]): EventBody => ({
  type: "custom_profile_fields",
  fields: [...fields],
});
