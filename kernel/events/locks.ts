import type { LockKind } from "../db/lock-kind.ts";

export const eventQueuesLock: LockKind = {
  name: "event_queues",
  rows: ["event_queue"],
  each: "event queue, in ascending order",
  guards: "what a client has acknowledged, and that the queue is there",
  acquiredBy: ["saveProgress", "closeEventQueues", "lockSurplus", "deleteIdleQueues", "pruneLog"],
  reason:
    "access ends before invitations are revoked and channels are left. A role that changes with channels locked takes the queues of bots: their " +
    "accounts are locked by then, and who waits for channels with these queues in hand has locked the accounts as well",
  alsoAfter: ["channels"],
};

export const positionLock: LockKind = {
  name: "position",
  rows: ["realm_counter"],
  each: "organization, in ascending order",
  guards: "the next ids of events and messages: nothing of the organization commits meanwhile",
  acquiredBy: ["lockPosition", "appendEvents"],
  reason:
    "every write that clients hear of takes it, so it is held for as short as can be: last, also by moves and deletions of many messages, when all that takes long is done",
};
