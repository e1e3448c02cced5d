import type { Module } from "#kernel/http/module.ts";
import { archive } from "./api/archive.ts";
import { change } from "./api/change.ts";
import { create } from "./api/create.ts";
import { findId } from "./api/find-id.ts";
import { listSubscriptions } from "./api/list-subscriptions.ts";
import { list } from "./api/list.ts";
import { show } from "./api/show.ts";
import { subscribe } from "./api/subscribe.ts";
import { subscriptionStatus } from "./api/subscription-status.ts";
import { topics } from "./api/topics.ts";
import { unsubscribe } from "./api/unsubscribe.ts";
import { channelPresenter, subscriptionPresenter } from "./archive-presenters.ts";
import { slices } from "./slices.ts";

export const channelsModule: Module = {
  name: "channels",
  endpoints: [
    create,
    subscribe,
    unsubscribe,
    listSubscriptions,
    subscriptionStatus,
    list,
    show,
    change,
    archive,
    findId,
    topics,
  ],
  slices,
  presenters: { stream: channelPresenter, subscription: subscriptionPresenter },
};
