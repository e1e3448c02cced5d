import type { LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const profileFieldsLock: LockKind = {
  name: "profile_fields",
  rows: ["custom_profile_field"],
  each: "field, in ascending order",
  guards: "the allowed values of a field",
  acquiredBy: ["changeProfileData"],
  reason: "one request can change a role, and with it channels, and then the profile",
};
