/** What an administrative act is done to. */
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
 * Every act that the log may hold, and what it means, for the reference. They are called `<target type>.<what happened>`,
 * and are never renamed or taken away: the log is for ever.
 */
export const acts = {
  "realm.settings_changed": "Settings of the organization were changed: those that differ, before and after",
  "realm.user_settings_defaults_changed": "The settings that newcomers begin with were changed",
  "realm.picture_changed": "The organization was given another icon or logo",
  "realm.picture_removed": "The organization's icon or logo was removed",
  "realm.api_keys_renewed": "People who cannot sign in any more got new API keys, which they do not know: who they are",
  "realm.deactivated": "The organization was deactivated: nobody gets in any more",
  "realm.reactivated": "The organization was made active again",
  "realm.moved": "The organization was given another address: its subdomain, before and after",
  "export.requested": "The organization's data was asked for as a file",
  "export.completed": "The file was made: how many files it has, and the names of those that the server had lost",
  "export.deleted": "The file with the organization's data was deleted",
  "domain.added": "A mail domain was allowed for newcomers",
  "domain.changed": "The rule for a mail domain was changed",
  "domain.removed": "A mail domain is no longer allowed",

  "scim_token.created": "A directory was let in to keep people and groups; the token is not in the log",
  "scim_token.revoked": "A directory is let in no longer",

  "user.created": "An administrator created an account",
  "user.deactivated": "An account was deactivated",
  "user.reactivated": "A deactivated account was made active again",
  "user.renamed": "Somebody was given another name",
  "user.email_changed": "Somebody was given another e-mail address",
  "user.role_changed": "Somebody was given another role",
  "user.profile_changed": "Somebody else's profile was changed",
  "user.signed_in": "Somebody signed in: by which method, with which second factor, for what, and from where",
  "user.signed_out": "An administrator signed all browsers of somebody out",
  "user.passkey_added": "Somebody added a passkey to their account",
  "user.passkey_removed": "Somebody removed a passkey from their account",
  "user.two_factor_reset":
    "An administrator let somebody sign in without a code again, and took their passkeys from them",
  "user.status_changed": "Somebody else's status was changed",
  "user.message_deleted": "Somebody else's direct message was deleted by one of the people in the conversation",

  "bot.created": "A bot was created",
  "bot.changed": "A bot was changed: its name, or what it does by default",
  "bot.deactivated": "A bot was deactivated",
  "bot.reactivated": "A deactivated bot was made active again",
  "bot.owner_changed": "A bot was given to another owner, and got new keys",
  "bot.email_changed": "A bot was given another e-mail address",
  "bot.role_changed": "A bot was given another role",
  "bot.api_key_regenerated": "A bot was given a new key; neither key is in the log",

  "user_group.created": "A group was created",
  "user_group.renamed": "A group was given another name",
  "user_group.changed": "A group's description or permissions were changed",
  "user_group.members_changed": "People were added to a group or removed from it",
  "user_group.subgroups_changed": "Groups were added to a group or removed from it",
  "user_group.deactivated": "A group was deactivated",
  "user_group.reactivated": "A deactivated group was made active again",

  "channel.changed": "A channel's name, description, privacy, permissions or other properties were changed",
  "channel.archived": "A channel was archived",
  "channel.unarchived": "An archived channel was opened again",
  "channel.message_deleted": "Somebody else's message in a channel was deleted",
  "channel.topic_deleted": "Messages of a topic were deleted together: how many, from which one to which",

  "channel_folder.created": "A folder for channels was added",
  "channel_folder.changed": "A folder for channels was renamed, described otherwise, archived or brought back",
  "channel_folder.reordered": "The folders for channels were put into another order",

  "invitation.sent": "Somebody was invited by mail",
  "invitation.link_created": "A link was made with which anybody can join",
  "invitation.resent": "An invitation was mailed once more",
  "invitation.accepted": "Somebody joined by an invitation or a link",
  "invitation.revoked": "An invitation or a link was made void",

  "profile_field.created": "A field was added to all profiles",
  "profile_field.changed": "A field of profiles was changed",
  "profile_field.deleted": "A field of profiles was deleted, with all that people had written in it",
  "profile_field.reordered": "The fields of profiles were put into another order",

  "emoji.added": "An emoji was added",
  "emoji.deactivated": "An emoji was taken out of use",

  "linkifier.created": "A linkifier was added",
  "linkifier.changed": "The pattern or the addresses of a linkifier were changed",
  "linkifier.deleted": "A linkifier was deleted",
  "linkifier.reordered": "The linkifiers were put into another order",

  "playground.added": "A site that runs code was added",
  "playground.removed": "A site that runs code was removed",
} as const satisfies Readonly<Record<`${TargetType}.${string}`, string>>;

/** The name of an act. */
export type ActName = keyof typeof acts;

/** The names of all acts. */
export const actNames = Object.keys(acts) as [ActName, ...ActName[]];

export const targetTypes = [...new Set(actNames.map((act) => act.slice(0, act.indexOf("."))))] as [
  TargetType,
  ...TargetType[],
];
