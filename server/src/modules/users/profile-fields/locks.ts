import type { LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const profileFieldsLock: LockKind = {
  name: "profile_fields",
  rows: ["custom_profile_field"],
  each: "field, in ascending order",
  guards: "what a field may hold",
  acquiredBy: ["changeProfileData"],
  reason: "one request changes a role, with all its channels, and then the profile",
};
