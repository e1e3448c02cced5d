import { sql } from "kysely";
import type { Reader } from "#kernel/db/types.ts";
import { groupSettings, type Scope } from "#modules/groups/core/settings/setting-declarations.ts";

/** Settings whose values name somebody, by the channel, group or organization that they are of. */
export type NamingSettings = ReadonlyMap<number, readonly string[]>;

/** The settings that by default name who made the thing. */
const byDefault = (scope: Scope): string[] =>
  Object.entries(groupSettings[scope]).flatMap(([name, setting]) => (setting.default === "creator" ? [name] : []));

/**
 * The group settings of an organization, its channels and its groups in which these people stand themselves, and not only
 * as members of a group with a name: because they were chosen, or because they made the channel or group.
 */
export async function settingsNaming(
  db: Reader,
  realmId: number,
  userIds: readonly number[],
): Promise<Record<Scope, NamingSettings>> {
  const them = sql`any(${userIds}::int[])`;
  const { rows } = await sql<{ scope: Scope; scope_id: number; settings: string[] }>`
    with naming as (
      select group_setting.scope, group_setting.scope_id, group_setting.setting
      from user_group_member member
      join user_group on user_group.id = member.group_id and user_group.name is null
      join group_setting on group_setting.group_id = user_group.id
      where member.user_id = ${them}
      union
      select 'channel', channel.id, setting
      from channel cross join unnest(${byDefault("channel")}::text[]) as setting
      where channel.realm_id = ${realmId} and channel.creator_id = ${them}
        and not exists (
          select from group_setting chosen
          where chosen.scope = 'channel' and chosen.scope_id = channel.id and chosen.setting = setting.setting
        )
      union
      select 'group', user_group.id, setting
      from user_group cross join unnest(${byDefault("group")}::text[]) as setting
      where user_group.realm_id = ${realmId} and user_group.creator_id = ${them}
        and user_group.name is not null and not user_group.is_system
        and not exists (
          select from group_setting chosen
          where chosen.scope = 'group' and chosen.scope_id = user_group.id and chosen.setting = setting.setting
        )
    )
    select scope, scope_id, json_agg(setting order by setting) as settings from naming group by scope, scope_id
    order by scope, scope_id`.execute(db);
  const of = (scope: Scope): NamingSettings =>
    new Map(rows.filter((row) => row.scope === scope).map(({ scope_id, settings }) => [scope_id, settings]));
  return { realm: of("realm"), channel: of("channel"), group: of("group") };
}
