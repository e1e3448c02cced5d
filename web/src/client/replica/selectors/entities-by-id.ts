import type { Channel } from "@parlance/contract/entities/channel.ts";
import type { User } from "@parlance/contract/entities/user.ts";
import type { Subscription } from "@parlance/contract/nouns/subscriptions.ts";
import type { UserGroup } from "@parlance/contract/nouns/user-groups.ts";
import { memo } from "./memo.ts";

/** All users that the current user can see, by id. Includes bots and deactivated users. */
export const peopleById = memo(
  ["realm_users", "realm_non_active_users", "cross_realm_bots"],
  ({ realm_users = [], realm_non_active_users = [], cross_realm_bots = [] }): ReadonlyMap<number, User> =>
    new Map([...cross_realm_bots, ...realm_non_active_users, ...realm_users].map((user) => [user.user_id, user])),
);

/** The user's subscriptions, by channel id. */
export const subscriptionsById = memo(
  ["subscriptions"],
  ({ subscriptions = [] }): ReadonlyMap<number, Subscription> =>
    new Map(subscriptions.map((subscription) => [subscription.stream_id, subscription])),
);

/** The channels that the user can see, by id. */
export const channelsById = memo(
  ["subscriptions", "unsubscribed", "never_subscribed"],
  ({ subscriptions = [], unsubscribed = [], never_subscribed = [] }): ReadonlyMap<number, Channel> =>
    new Map([...never_subscribed, ...unsubscribed, ...subscriptions].map((channel) => [channel.stream_id, channel])),
);

/** The organization's groups by id, including system groups. */
export const groupsById = memo(
  ["realm_user_groups"],
  ({ realm_user_groups = [] }): ReadonlyMap<number, UserGroup> =>
    new Map(realm_user_groups.map((group) => [group.id, group])),
);
