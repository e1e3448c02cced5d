import type { AdvisoryLock } from "@parlance/kernel/db/lock-kind.ts";

export const namesLock: AdvisoryLock = {
  name: "names",
  advisory: 4,
  each: "organization",
  guards: "the uniqueness of names, if the organization requires it",
  acquiredBy: ["lockNamesIfUnique"],
  reason: "the names of bots are checked among bots first; the name of a new user is checked before anything else",
};
