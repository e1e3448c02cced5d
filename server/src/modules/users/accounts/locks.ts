import type { AdvisoryLock } from "@parlance/kernel/db/lock-kind.ts";

export const namesLock: AdvisoryLock = {
  name: "names",
  advisory: 4,
  each: "organization",
  guards: "which names are free, where they have to be unique",
  acquiredBy: ["lockNamesIfUnique"],
  reason: "bots have names that are free among bots first; who joins has a name before anything else",
};
