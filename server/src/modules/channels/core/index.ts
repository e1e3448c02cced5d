import type { Module } from "@parlance/kernel/http/module.ts";
import { changeOwnSubscriptions } from "./api/change-subscriptions.ts";
import { findId } from "./api/find-id.ts";
import { listSubscribers } from "./api/list-subscribers.ts";
import { listSubscriptions } from "./api/list-subscriptions.ts";
import { list } from "./api/list.ts";
import { show } from "./api/show.ts";
import { subscriptionStatus } from "./api/subscription-status.ts";
import { channelPresenter, subscriptionPresenter } from "./announcements/archive-event-presenters.ts";
import { channels, subscriptions } from "./snapshot/channels-snapshot.ts";
import { pruneEmptyPeriods, refreshChannelActivity } from "./jobs.ts";
import { channelSlices } from "./channel-slices.ts";

export const channelsModule: Module = {
  name: "channels",
  floor: "channels",
  tables: ["channel", "subscription", "subscription_period"],
  endpoints: [listSubscriptions, changeOwnSubscriptions, subscriptionStatus, list, show, listSubscribers, findId],
  slices: channelSlices,
  jobs: [refreshChannelActivity, pruneEmptyPeriods],
  snapshotSections: [channels, subscriptions],
  presenters: { stream: channelPresenter, subscription: subscriptionPresenter },
};
