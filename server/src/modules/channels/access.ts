import { sql } from "kysely";
import type { Reader, Row } from "#kernel/db/types.ts";
import type { Actor, Role } from "#kernel/http/context.ts";

export type Person = Pick<Actor, "id" | "realmId" | "role">;

/** A channel, and what one user has to do with it. The last four tell of the channel's own permission groups. */
export interface ChannelAccess extends Row<"channel"> {
  readonly is_subscribed: boolean;
  readonly in_administer_group: boolean;
  readonly in_add_subscribers_group: boolean;
  readonly in_remove_subscribers_group: boolean;
  readonly in_subscribe_group: boolean;
}

/** Which channels of the organization: these, or all of them. */
export type ChannelChoice =
  | { readonly ids: readonly number[] }
  | { readonly names: readonly string[] }
  | { readonly all: true };

const ADMINISTRATOR = 200;
const GUEST = 600;

export const isGuest = (role: Role): boolean => role === GUEST;
export const isAdministrator = (role: Role): boolean => role <= ADMINISTRATOR;

/** Two names are the same where their keys are. */
export const nameKey = (name: string): string => name.trim().toLowerCase();

/** Whether a row of `channel` is administered by its creator, because no other group was set. */
export const byDefault = sql`not exists (
  select from group_setting
  where scope = 'channel' and scope_id = channel.id and setting = 'can_administer_channel_group'
)`;

/** Loads channels with what the user has to do with them, whether they may be seen or not: ask the predicates below. */
export async function channelAccess(db: Reader, user: Person, choice: ChannelChoice): Promise<ChannelAccess[]> {
  const { rows } = await sql<ChannelAccess>`
    with recursive own_group (id) as (
      select group_id from user_group_member where user_id = ${user.id}
      union
      select nesting.group_id from user_group_subgroup nesting join own_group on own_group.id = nesting.subgroup_id
    ), held as (
      select scope_id as channel_id,
        bool_or(setting = 'can_administer_channel_group') as administer,
        bool_or(setting = 'can_add_subscribers_group') as add_subscribers,
        bool_or(setting = 'can_remove_subscribers_group') as remove_subscribers,
        bool_or(setting = 'can_subscribe_group') as subscribe
      from group_setting
      where scope = 'channel' and group_id in (select id from own_group)
      group by scope_id
    )
    select channel.*,
      coalesce(subscription.is_active, false) as is_subscribed,
      coalesce(held.administer, false) or (channel.creator_id is not distinct from ${user.id} and ${byDefault})
        as in_administer_group,
      coalesce(held.add_subscribers, false) as in_add_subscribers_group,
      coalesce(held.remove_subscribers, false) as in_remove_subscribers_group,
      coalesce(held.subscribe, false) as in_subscribe_group
    from channel
    left join subscription on subscription.channel_id = channel.id and subscription.user_id = ${user.id}
    left join held on held.channel_id = channel.id
    where channel.realm_id = ${user.realmId} and ${chosen(choice)}
    order by channel.id`.execute(db);
  return rows;
}

/** The condition for rows of `channel`. */
export function chosen(choice: ChannelChoice) {
  if ("ids" in choice) return sql`channel.id = any(${choice.ids})`;
  if ("names" in choice) return sql`channel.name_key = any(${choice.names.map(nameKey)})`;
  return sql`true`;
}

/** May know that the channel exists, what it is called, who is in it. */
export function seesMetadata(role: Role, channel: ChannelAccess): boolean {
  if (channel.is_web_public || channel.is_subscribed) return true;
  if (isGuest(role)) return false;
  return !channel.invite_only || isAdministrator(role) || channel.in_administer_group || isGrantedContent(channel);
}

/** May read what is written there. Administrators may not, of private channels that they are not in. */
export function readsContent(role: Role, channel: ChannelAccess): boolean {
  if (channel.is_web_public || channel.is_subscribed) return true;
  return !isGuest(role) && (!channel.invite_only || isGrantedContent(channel));
}

/** May change what the channel is. Where the content is concerned, ask for that access too. */
export const administers = (role: Role, channel: ChannelAccess): boolean =>
  isAdministrator(role) || (!isGuest(role) && channel.in_administer_group);

const isGrantedContent = (channel: ChannelAccess): boolean =>
  channel.in_add_subscribers_group || channel.in_subscribe_group;
