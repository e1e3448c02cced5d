import type { AdvisoryLock, LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const channelsLock: AdvisoryLock = {
  name: "channels",
  advisory: 1,
  each: "channel, in ascending order",
  guards: "privacy, permissions and name, and who is subscribed",
  acquiredBy: ["acquireChannelLocks", "lockChannels"],
  reason: "no row, because sending changes rows of channels under the position, which comes later",
};

export const subscriptionsLock: LockKind = {
  name: "subscriptions",
  rows: ["subscription"],
  each: "subscription, in ascending order",
  guards: "that somebody stays in a channel, and how far they have read it",
  acquiredBy: [
    "lockReadState",
    "lockWholeReadState",
    "lockSubscriptions",
    "unsubscribeUsers",
    "changeSubscriptionSettings",
    "lockForMove",
  ],
  reason: "accounts and channels are what subscriptions connect",
};

export const channelRowsLock: LockKind = {
  name: "channel_rows",
  rows: ["channel"],
  each: "channel, in ascending order",
  guards: "its first message, and that it is in use",
  acquiredBy: ["updateAfterMessagesSent"],
  reason: "it follows from messages that have got their ids",
};
