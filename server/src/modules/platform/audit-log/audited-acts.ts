/** The target types of administrative actions. */
export type TargetType =
  | "realm"
  | "user"
  | "bot"
  | "user_group"
  | "channel"
  | "channel_folder"
  | "invitation"
  | "profile_field"
  | "domain"
  | "linkifier"
  | "emoji"
  | "playground"
  | "scim_token"
  | "export";

/**
 * Every action that the log may contain, with its description for `docs/audit-log.md`. Names have the format `<target
 * type>.<event>`. They are never renamed or removed, because log entries are permanent.
 */
export const acts = {
  "realm.settings_changed": "Organization settings were changed: the changed settings, before and after",
  "realm.user_settings_defaults_changed": "The default settings of new users were changed",
  "realm.picture_changed": "The organization's icon or logo was changed",
  "realm.picture_removed": "The organization's icon or logo was removed",
  "realm.api_keys_renewed": "The API keys of users who can no longer log in were reset: who they are",
  "realm.deactivated": "The organization was deactivated",
  "realm.reactivated": "The organization was reactivated",
  "realm.moved": "The organization's subdomain was changed: before and after",
  "export.requested": "A data export was requested",
  "export.completed":
    "A data export was completed: the number of files, and the names of those that were missing on the server",
  "export.deleted": "A data export was deleted",
  "domain.added": "An email domain was added to the allowed domains",
  "domain.changed": "The rule for an allowed email domain was changed",
  "domain.removed": "An email domain was removed from the allowed domains",

  "scim_token.created": "A SCIM token was created; the token itself is not in the log",
  "scim_token.revoked": "A SCIM token was revoked",

  "user.created": "An administrator created an account",
  "user.deactivated": "An account was deactivated",
  "user.reactivated": "A deactivated account was reactivated",
  "user.renamed": "A user's name was changed",
  "user.email_changed": "A user's email address was changed",
  "user.role_changed": "A user's role was changed",
  "user.profile_changed": "Another user's profile was changed",
  "user.signed_in": "A user logged in: the method, the second factor, the purpose and the IP address",
  "user.signed_out": "An administrator logged a user out of all browsers",
  "user.passkey_added": "A user added a passkey",
  "user.passkey_removed": "A user removed a passkey",
  "user.two_factor_reset": "An administrator turned off a user's two-factor authentication and removed their passkeys",
  "user.status_changed": "Another user's status was changed",
  "user.message_deleted": "Another user's direct message was deleted by a participant of the conversation",

  "bot.created": "A bot was created",
  "bot.changed": "A bot was changed: its name or its default settings",
  "bot.deactivated": "A bot was deactivated",
  "bot.reactivated": "A deactivated bot was reactivated",
  "bot.owner_changed": "A bot's owner was changed, and its API keys were reset",
  "bot.email_changed": "A bot's email address was changed",
  "bot.role_changed": "A bot's role was changed",
  "bot.api_key_regenerated": "A bot's API key was regenerated; neither key is in the log",

  "user_group.created": "A user group was created",
  "user_group.renamed": "A user group was renamed",
  "user_group.changed": "The description or permissions of a user group were changed",
  "user_group.members_changed": "Members were added to or removed from a user group",
  "user_group.subgroups_changed": "Subgroups were added to or removed from a user group",
  "user_group.deactivated": "A user group was deactivated",
  "user_group.reactivated": "A deactivated user group was reactivated",

  "channel.changed": "A channel's name, description, privacy, permissions or other properties were changed",
  "channel.archived": "A channel was archived",
  "channel.unarchived": "A channel was unarchived",
  "channel.message_deleted": "Another user's message in a channel was deleted",
  "channel.topic_deleted": "Messages of a topic were deleted: how many, and the first and last of them",

  "channel_folder.created": "A channel folder was created",
  "channel_folder.changed": "A channel folder was renamed, archived or unarchived, or its description was changed",
  "channel_folder.reordered": "Channel folders were reordered",

  "invitation.sent": "A person was invited by email",
  "invitation.link_created": "An invitation link was created",
  "invitation.resent": "An invitation was resent",
  "invitation.accepted": "A user joined with an invitation or an invitation link",
  "invitation.revoked": "An invitation or an invitation link was revoked",

  "profile_field.created": "A custom profile field was added",
  "profile_field.changed": "A custom profile field was changed",
  "profile_field.deleted": "A custom profile field was deleted, including all values",
  "profile_field.reordered": "Custom profile fields were reordered",

  "emoji.added": "A custom emoji was added",
  "emoji.deactivated": "A custom emoji was deactivated",

  "linkifier.created": "A linkifier was added",
  "linkifier.changed": "The pattern or URL template of a linkifier was changed",
  "linkifier.deleted": "A linkifier was deleted",
  "linkifier.reordered": "Linkifiers were reordered",

  "playground.added": "A code playground was added",
  "playground.removed": "A code playground was removed",
} as const satisfies Readonly<Record<`${TargetType}.${string}`, string>>;

/** The name of an action. */
export type ActName = keyof typeof acts;

/** The names of all actions. */
export const actNames = Object.keys(acts) as [ActName, ...ActName[]];

export const targetTypes = [...new Set(actNames.map((act) => act.slice(0, act.indexOf("."))))] as [
  TargetType,
  ...TargetType[],
];
