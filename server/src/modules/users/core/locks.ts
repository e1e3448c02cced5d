import type { LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const accountsLock: LockKind = {
  name: "accounts",
  rows: ["account"],
  each: "account, in ascending order",
  guards:
    "role, deactivation, name and addresses; and the user's settings, status, profile, alert words and read state",
  acquiredBy: ["lockUser", "lockAccount", "lockBotToAdminister", "lockReferrer", "lockReadState"],
  reason: "roles determine system groups, and the actions of a user depend on the account",
};

export const presenceLock: LockKind = {
  name: "presence",
  rows: ["presence_counter"],
  each: "organization",
  guards: "the number of the next presence update: updates become visible in order",
  acquiredBy: ["startPresenceUpdate"],
  reason: "the account is locked first when a user turns presence off",
};
