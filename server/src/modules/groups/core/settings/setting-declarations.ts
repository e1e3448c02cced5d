import type { ChannelPermissions } from "@parlance/contract/entities/channel.ts";
import type { GroupPermissionSetting } from "@parlance/contract/entities/group-setting.ts";
import type { RealmPermissions } from "@parlance/contract/nouns/realm.ts";
import type { UserGroupPermissions } from "@parlance/contract/nouns/user-groups.ts";
import type { SystemGroupName } from "../system-groups.ts";

/**
 * Names of the settings whose value is a group of users, by scope: those of an organization (`realm`), of a channel and
 * of a group.
 */
export interface SettingOf {
  realm: keyof RealmPermissions;
  channel: keyof ChannelPermissions;
  group: keyof UserGroupPermissions;
}
export type Scope = keyof SettingOf;

export interface GroupSetting {
  /**
   * The group that has the permission by default. `creator` stands for the user who created the channel or group, or
   * for `role:nobody` if the creator is not known or is deactivated.
   */
  readonly default: Exclude<SystemGroupName, "role:fullmembers"> | "creator";
  readonly nobodyAllowed: boolean;
  /**
   * If false, `role:everyone` is not accepted as the value, and guests never have the permission, whatever groups they
   * are in.
   */
  readonly everyoneAllowed: boolean;
  /** If this is given, only these system groups are accepted as the value. */
  readonly onlySystemGroups?: readonly SystemGroupName[];
}

type Declarations = { readonly [S in Scope]: Readonly<Record<SettingOf[S], GroupSetting>> };

const to = (group: GroupSetting["default"]): GroupSetting => ({
  default: group,
  nobodyAllowed: true,
  everyoneAllowed: false,
});
const orEveryone = (setting: GroupSetting): GroupSetting => ({ ...setting, everyoneAllowed: true });
const exceptNobody = (setting: GroupSetting): GroupSetting => ({ ...setting, nobodyAllowed: false });
const onlyTo = (setting: GroupSetting, ...onlySystemGroups: SystemGroupName[]): GroupSetting => ({
  ...setting,
  onlySystemGroups,
});

/** The default of each setting, and the values that it accepts. No setting accepts `role:internet`. */
export const groupSettings: Declarations = {
  realm: {
    can_access_all_users_group: onlyTo(exceptNobody(orEveryone(to("role:everyone"))), "role:everyone", "role:members"),
    can_add_custom_emoji_group: to("role:members"),
    can_add_subscribers_group: to("role:members"),
    can_create_bots_group: to("role:members"),
    can_create_groups: to("role:members"),
    can_create_private_channel_group: to("role:members"),
    can_create_public_channel_group: to("role:members"),
    can_create_web_public_channel_group: onlyTo(
      to("role:owners"),
      "role:moderators",
      "role:administrators",
      "role:owners",
      "role:nobody",
    ),
    can_create_write_only_bots_group: to("role:members"),
    can_delete_any_message_group: to("role:administrators"),
    can_delete_own_message_group: orEveryone(to("role:everyone")),
    can_invite_users_group: to("role:members"),
    can_manage_all_groups: exceptNobody(to("role:owners")),
    can_manage_billing_group: exceptNobody(to("role:administrators")),
    can_mention_many_users_group: orEveryone(to("role:administrators")),
    can_move_messages_between_channels_group: to("role:members"),
    can_move_messages_between_topics_group: orEveryone(to("role:everyone")),
    can_resolve_topics_group: orEveryone(to("role:everyone")),
    can_set_delete_message_policy_group: to("role:moderators"),
    can_set_topics_policy_group: orEveryone(to("role:members")),
    can_summarize_topics_group: orEveryone(to("role:everyone")),
    create_multiuse_invite_group: to("role:administrators"),
    direct_message_initiator_group: orEveryone(to("role:everyone")),
    direct_message_permission_group: orEveryone(to("role:everyone")),
  },
  channel: {
    can_add_subscribers_group: to("role:nobody"),
    can_administer_channel_group: to("creator"),
    can_delete_any_message_group: orEveryone(to("role:nobody")),
    can_delete_own_message_group: orEveryone(to("role:nobody")),
    can_move_messages_out_of_channel_group: orEveryone(to("role:nobody")),
    can_move_messages_within_channel_group: orEveryone(to("role:nobody")),
    can_remove_subscribers_group: orEveryone(to("role:administrators")),
    can_resolve_topics_group: orEveryone(to("role:nobody")),
    can_send_message_group: orEveryone(to("role:everyone")),
    can_subscribe_group: to("role:nobody"),
  },
  // For system groups, all these settings always have the value `role:nobody`.
  group: {
    can_add_members_group: to("creator"),
    can_join_group: to("role:nobody"),
    can_leave_group: orEveryone(to("role:everyone")),
    can_manage_group: to("creator"),
    can_mention_group: orEveryone(to("role:everyone")),
    can_remove_members_group: to("role:nobody"),
  },
};

export const groupSetting = (scope: Scope, setting: string): GroupSetting => {
  const declaration = (groupSettings[scope] as Readonly<Record<string, GroupSetting>>)[setting];
  if (!declaration) throw new Error(`there is no group setting ${setting} of a ${scope}`);
  return declaration;
};

const creatorName: Readonly<Record<Scope, string>> = {
  realm: "",
  channel: "stream_creator_or_nobody",
  group: "group_creator",
};

function published(scope: Scope): Record<string, GroupPermissionSetting> {
  const settings = Object.entries<GroupSetting>(groupSettings[scope]).map(([name, setting]) => [
    name,
    {
      require_system_group: setting.onlySystemGroups !== undefined,
      allow_internet_group: false,
      allow_nobody_group: setting.nobodyAllowed,
      allow_everyone_group: setting.everyoneAllowed,
      default_group_name: setting.default === "creator" ? creatorName[scope] : setting.default,
      default_for_system_groups: scope === "group" ? "role:nobody" : null,
      allowed_system_groups: [...(setting.onlySystemGroups ?? [])],
    },
  ]);
  return Object.fromEntries(settings) as Record<string, GroupPermissionSetting>;
}

/** The declarations in the form that clients receive in `server_supported_permission_settings`. */
export const supportedPermissionSettings = {
  realm: published("realm"),
  stream: published("channel"),
  group: published("group"),
};
