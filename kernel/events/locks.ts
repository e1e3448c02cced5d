import type { LockKind } from "../db/lock-kind.ts";

export const eventQueuesLock: LockKind = {
  name: "event_queues",
  rows: ["event_queue"],
  each: "event queue, in ascending order",
  guards: "the acknowledged event, and that the queue exists",
  acquiredBy: ["saveProgress", "closeEventQueues", "lockSurplus", "deleteIdleQueues", "pruneLog"],
  reason:
    "access ends before invitations are revoked and users are unsubscribed. A role change that has locked channels locks the queues of bots: " +
    "their accounts are locked by then, and a transaction that holds these queues and waits for channels has locked the accounts as well",
  alsoAfter: ["channels"],
};

export const positionLock: LockKind = {
  name: "position",
  rows: ["realm_counter"],
  each: "organization, in ascending order",
  guards: "the next ids of events and messages: no other write of the organization commits meanwhile",
  acquiredBy: ["lockPosition", "appendEvents"],
  reason:
    "every write that emits events acquires it, so it is held as briefly as possible: it is acquired last, after all slow work, even for moves and deletions of many messages",
};
