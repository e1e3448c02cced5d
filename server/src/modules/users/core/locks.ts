import type { LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const accountsLock: LockKind = {
  name: "accounts",
  rows: ["account"],
  each: "account, in ascending order",
  guards: "role and activity, name and addresses; and of its owner: settings, status, profile, alert words, read state",
  acquiredBy: ["lockUser", "lockAccount", "lockBotToAdminister", "lockReferrer", "lockReadState"],
  reason: "roles put people into groups; what people do to all else begins with who they are",
};

export const presenceLock: LockKind = {
  name: "presence",
  rows: ["presence_counter"],
  each: "organization",
  guards: "the next update of presence: what it changes shows after all that earlier ones changed",
  acquiredBy: ["startPresenceUpdate"],
  reason: "who keeps their presence to themselves has their account locked",
};
