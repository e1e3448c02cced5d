import { groupSetting, type GroupSetting, type Scope, type SettingOf } from "./setting-declarations.ts";

type Meanings = { readonly [S in Scope]: Readonly<Record<SettingOf[S], string>> };

/** What each permission allows those who hold it. */
const meanings: Meanings = {
  realm: {
    can_access_all_users_group: "To know of everybody. Guests outside it know only of people they share something with",
    can_add_custom_emoji_group: "To add emoji",
    can_add_subscribers_group: "To subscribe others to any channel that they can read",
    can_create_bots_group: "To create bots of any type",
    can_create_groups: "To create user groups",
    can_create_private_channel_group: "To create private channels, and to make channels private",
    can_create_public_channel_group: "To create public channels, and to make channels public",
    can_create_web_public_channel_group: "To create channels that can be read without an account",
    can_create_write_only_bots_group: "To create bots that only send messages",
    can_delete_any_message_group: "To delete any message",
    can_delete_own_message_group: "To delete their own messages",
    can_invite_users_group: "To invite people by mail",
    can_manage_all_groups: "To change any user group that is not the server's own",
    can_manage_billing_group: "To manage billing, where there is any",
    can_mention_many_users_group: "To mention everybody in a channel or topic of more than 15 people",
    can_move_messages_between_channels_group: "To move messages to other channels",
    can_move_messages_between_topics_group: "To move messages to other topics",
    can_resolve_topics_group: "To resolve topics",
    can_set_delete_message_policy_group: "To say of a channel who may delete messages there",
    can_set_topics_policy_group: "To say of a channel whether its messages need topics",
    can_summarize_topics_group: "To have topics summarized, where the server can",
    create_multiuse_invite_group: "To make links by which anybody can join",
    direct_message_initiator_group: "To begin direct conversations",
    direct_message_permission_group: "To take part in direct conversations: one of the people in each must hold it",
  },
  channel: {
    can_add_subscribers_group: "To read the channel, and to subscribe others to it",
    can_administer_channel_group: "To know of the channel, and to change it",
    can_delete_any_message_group: "To delete any message in it",
    can_delete_own_message_group: "To delete their own messages in it",
    can_move_messages_out_of_channel_group: "To move its messages to other channels",
    can_move_messages_within_channel_group: "To move its messages to other topics",
    can_remove_subscribers_group: "To unsubscribe others from it",
    can_resolve_topics_group: "To resolve its topics",
    can_send_message_group: "To post in it, if they can read it",
    can_subscribe_group: "To read the channel, and to subscribe to it",
  },
  group: {
    can_add_members_group: "To add people and groups to it",
    can_join_group: "To join it",
    can_leave_group: "To leave it",
    can_manage_group: "To change it in every way, its members too",
    can_mention_group: "To mention it",
    can_remove_members_group: "To remove people and groups from it",
  },
};

const titles: Readonly<Record<Scope, string>> = {
  realm: "Of the organization",
  channel: "Of a channel",
  group: "Of a user group",
};

const introduction = `# Permissions

Who may do what is said by settings whose value is a group of people: a named group, by its id, or a list of people and
groups made for the setting alone, \`{ "direct_members": [7], "direct_subgroups": [3] }\`. Whoever is in the group, or in a group
within it, holds the permission.

Every organization has groups of its own for its roles, each within the next: \`role:owners\`, \`role:administrators\`,
\`role:moderators\`, \`role:fullmembers\` (members whose waiting period is over), \`role:members\`, \`role:everyone\` (guests too);
\`role:nobody\` has no members. They cannot be changed. Deactivated people are in no group. A deactivated group can be given no
further permission, and one that holds a permission cannot be deactivated.

A setting is changed with \`{ "new": …, "old": … }\`. \`old\` may be left out; where it is there and the setting has another value
by now, nothing changes and the answer is \`EXPECTATION_MISMATCH\`. Those of the organization are changed by \`PATCH /realm\`, a
channel's by \`PATCH /streams/{stream_id}\`, a user group's by \`PATCH /user_groups/{user_group_id}\`.

Being an administrator does not mean being in every group: what is given to \`role:nobody\` or \`role:owners\` administrators may
not do either. They do administer every channel that they can see, and unsubscribe people from it.

Where the column *Guests* says no, guests never hold the permission, whatever group they are in.
`;

/** The page on permissions, for administrators of an organization. */
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
  setting.default === "creator" ? "who created it" : `\`${setting.default}\``;

function limits({ nobodyAllowed, onlySystemGroups }: GroupSetting): string {
  if (onlySystemGroups) return `only ${onlySystemGroups.map((name) => `\`${name}\``).join(", ")}`;
  return nobodyAllowed ? "" : "not `role:nobody`";
}
