import type { AdvisoryLock, LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const channelsLock: AdvisoryLock = {
  name: "channels",
  advisory: 1,
  each: "channel, in ascending order",
  guards: "privacy, permissions, name and subscribers",
  acquiredBy: ["acquireChannelLocks", "lockChannels"],
  reason:
    "advisory, because sending changes rows of channels after it has locked the position, which is later in the order",
};

export const subscriptionsLock: LockKind = {
  name: "subscriptions",
  rows: ["subscription"],
  each: "subscription, in ascending order",
  guards: "that a user stays subscribed, and the user's watermark in the channel",
  acquiredBy: [
    "lockReadState",
    "lockWholeReadState",
    "lockSubscriptions",
    "unsubscribeUsers",
    "changeSubscriptionSettings",
    "lockForMove",
  ],
  reason: "subscriptions connect accounts and channels",
};

export const channelRowsLock: LockKind = {
  name: "channel_rows",
  rows: ["channel"],
  each: "channel, in ascending order",
  guards: "its first message, and that it is active",
  acquiredBy: ["updateAfterMessagesSent"],
  reason: "the change depends on the ids of the new messages",
};
