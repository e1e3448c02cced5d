import { groupSetting, type GroupSetting, type Scope, type SettingOf } from "./setting-declarations.ts";

type Meanings = { readonly [S in Scope]: Readonly<Record<SettingOf[S], string>> };

/** Descriptions of the permissions for the documentation. */
const meanings: Meanings = {
  realm: {
    can_access_all_users_group:
      "See all users. Guests without it see only users they share a channel or conversation with",
    can_add_custom_emoji_group: "Add custom emoji",
    can_add_subscribers_group: "Subscribe other users to channels they can read",
    can_create_bots_group: "Create any bot",
    can_create_groups: "Create user groups",
    can_create_private_channel_group: "Create private channels and make channels private",
    can_create_public_channel_group: "Create public channels and make channels public",
    can_create_web_public_channel_group: "Create web-public channels, which can be read without an account",
    can_create_write_only_bots_group: "Create bots that can only send messages",
    can_delete_any_message_group: "Delete any message",
    can_delete_own_message_group: "Delete their own messages",
    can_invite_users_group: "Invite people by email",
    can_manage_all_groups: "Administer all user groups, except for system groups",
    can_manage_billing_group: "Manage billing, if there is any",
    can_mention_many_users_group: "Use @all mentions in channels and topics with more than 15 users",
    can_move_messages_between_channels_group: "Move messages to other channels",
    can_move_messages_between_topics_group: "Move messages to other topics",
    can_resolve_topics_group: "Resolve topics",
    can_set_delete_message_policy_group: "Configure who can delete messages in a channel",
    can_set_topics_policy_group: "Configure whether messages in a channel require topics",
    can_summarize_topics_group: "Use topic summaries, if the server supports them",
    create_multiuse_invite_group: "Create invitation links",
    direct_message_initiator_group: "Start direct message conversations",
    direct_message_permission_group: "Authorize direct message conversations: at least one participant must have it",
  },
  channel: {
    can_add_subscribers_group: "Read the channel and subscribe other users to it",
    can_administer_channel_group: "See the channel and change its settings",
    can_delete_any_message_group: "Delete any message in it",
    can_delete_own_message_group: "Delete their own messages in it",
    can_move_messages_out_of_channel_group: "Move messages to other channels",
    can_move_messages_within_channel_group: "Move messages to other topics",
    can_remove_subscribers_group: "Unsubscribe other users from it",
    can_resolve_topics_group: "Resolve its topics",
    can_send_message_group: "Post in it, if they can read it",
    can_subscribe_group: "Read the channel and subscribe to it",
  },
  group: {
    can_add_members_group: "Add users and groups to it",
    can_join_group: "Join it",
    can_leave_group: "Leave it",
    can_manage_group: "Change its settings and members",
    can_mention_group: "Mention it",
    can_remove_members_group: "Remove users and groups from it",
  },
};

const titles: Readonly<Record<Scope, string>> = {
  realm: "Organization permissions",
  channel: "Channel permissions",
  group: "User group permissions",
};

const introduction = `# Permissions

Each permission is a setting whose value is a user group: the ID of a named group, or an anonymous group of users and groups,
\`{ "direct_members": [7], "direct_subgroups": [3] }\`, which is used by this setting only. All members of the group and of its
subgroups have the permission.

Every organization has system groups for its roles, each a subgroup of the next: \`role:owners\`, \`role:administrators\`,
\`role:moderators\`, \`role:fullmembers\` (members who are no longer new), \`role:members\`, \`role:everyone\` (including guests);
\`role:nobody\` has no members. System groups cannot be changed. Deactivated users are in no group. A deactivated group cannot
get further permissions, and a group that has a permission cannot be deactivated.

A permission is changed with \`{ "new": …, "old": … }\`. \`old\` is optional; if it does not match the current value, nothing changes
and the response is the error \`EXPECTATION_MISMATCH\`. Change organization permissions with \`PATCH /realm\`, those of a channel with
\`PATCH /streams/{stream_id}\`, and those of a user group with \`PATCH /user_groups/{user_group_id}\`.

Administrators do not have every permission: they lack those that are limited to \`role:nobody\` or \`role:owners\`. But they can
administer every channel that they can see, and unsubscribe users from it.

If the column *Guests* is no, guests never have the permission, whatever groups they are in.
`;

/** Generates the documentation page about permissions, for administrators of an organization. */
export function permissionsPage(): string {
  const scopes = Object.keys(meanings) as Scope[];
  return `${introduction}${scopes.map(section).join("")}`;
}

function section(scope: Scope): string {
  const rows = Object.entries<string>(meanings[scope]).map(([name, meaning]) => {
    const setting = groupSetting(scope, name);
    return `| \`${name}\` | ${meaning} | ${defaultOf(setting)} | ${setting.everyoneAllowed ? "yes" : "no"} | ${limits(setting)} |`;
  });
  return `
## ${titles[scope]}

| Setting | Allows | Default | Guests | Limits |
| --- | --- | --- | --- | --- |
${rows.join("\n")}
`;
}

const defaultOf = (setting: GroupSetting): string =>
  setting.default === "creator" ? "the creator" : `\`${setting.default}\``;

function limits({ nobodyAllowed, onlySystemGroups }: GroupSetting): string {
  if (onlySystemGroups) return `only ${onlySystemGroups.map((name) => `\`${name}\``).join(", ")}`;
  return nobodyAllowed ? "" : "not `role:nobody`";
}
