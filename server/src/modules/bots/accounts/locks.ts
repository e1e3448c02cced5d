import type { AdvisoryLock } from "@parlance/kernel/db/lock-kind.ts";

export const botNamesLock: AdvisoryLock = {
  name: "bot_names",
  advisory: 3,
  each: "organization",
  guards: "the uniqueness of bot names",
  acquiredBy: ["lockBotNames"],
  reason: "a bot's owner is locked before, and its channels afterward",
};
