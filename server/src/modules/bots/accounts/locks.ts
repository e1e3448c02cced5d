import type { AdvisoryLock } from "@parlance/kernel/db/lock-kind.ts";

export const botNamesLock: AdvisoryLock = {
  name: "bot_names",
  advisory: 3,
  each: "organization",
  guards: "which names of bots are free",
  acquiredBy: ["lockBotNames"],
  reason: "a bot's owner is locked first; its channels come later",
};
