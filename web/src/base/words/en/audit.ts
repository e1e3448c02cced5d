/**
 * Returns the rest of a sentence that starts with the name of the acting user. `target` is the user, channel or other
 * object that the action changed.
 */
type Deed = (target: string) => string;

const ofPeople: Readonly<Record<string, Deed>> = {
  "user.created": (who) => `created an account for ${who}`,
  "user.deactivated": (who) => `deactivated ${who}`,
  "user.reactivated": (who) => `reactivated ${who}`,
  "user.renamed": (who) => `changed the name of ${who}`,
  "user.email_changed": (who) => `changed the email address of ${who}`,
  "user.role_changed": (who) => `changed the role of ${who}`,
  "user.profile_changed": (who) => `changed the profile of ${who}`,
  "user.signed_in": () => "logged in",
  "user.signed_out": (who) => `logged out all sessions of ${who}`,
  "user.passkey_added": (who) => `added a passkey to the account of ${who}`,
  "user.passkey_removed": (who) => `removed a passkey from the account of ${who}`,
  "user.two_factor_reset": (who) => `reset the two-factor authentication and passkeys of ${who}`,
  "user.status_changed": (who) => `changed the status of ${who}`,
  "user.message_deleted": (who) => `deleted a direct message from ${who}`,
  "bot.created": (bot) => `created the bot ${bot}`,
  "bot.changed": (bot) => `changed the bot ${bot}`,
  "bot.deactivated": (bot) => `deactivated the bot ${bot}`,
  "bot.reactivated": (bot) => `reactivated the bot ${bot}`,
  "bot.owner_changed": (bot) => `changed the owner of the bot ${bot}`,
  "bot.email_changed": (bot) => `changed the email address of the bot ${bot}`,
  "bot.role_changed": (bot) => `changed the role of the bot ${bot}`,
  "bot.api_key_regenerated": (bot) => `generated a new API key for the bot ${bot}`,
  "user_group.created": (group) => `created the group ${group}`,
  "user_group.renamed": (group) => `renamed the group ${group}`,
  "user_group.changed": (group) => `changed the group ${group}`,
  "user_group.members_changed": (group) => `changed the members of the group ${group}`,
  "user_group.subgroups_changed": (group) => `changed the subgroups of the group ${group}`,
  "user_group.deactivated": (group) => `deactivated the group ${group}`,
  "user_group.reactivated": (group) => `reactivated the group ${group}`,
  "invitation.sent": () => "sent an email invitation",
  "invitation.link_created": () => "created an invite link",
  "invitation.resent": () => "resent an invitation",
  "invitation.accepted": () => "accepted an invitation",
  "invitation.revoked": () => "revoked an invitation",
};

const ofChannels: Readonly<Record<string, Deed>> = {
  "channel.changed": (channel) => `changed the channel ${channel}`,
  "channel.archived": (channel) => `archived the channel ${channel}`,
  "channel.unarchived": (channel) => `unarchived the channel ${channel}`,
  "channel.message_deleted": (channel) => `deleted another user's message in ${channel}`,
  "channel.topic_deleted": (channel) => `deleted messages from a topic in ${channel}`,
  "channel_folder.created": (folder) => `created the channel folder ${folder}`,
  "channel_folder.changed": (folder) => `changed the channel folder ${folder}`,
  "channel_folder.reordered": () => "reordered the channel folders",
};

const ofTheOrganization: Readonly<Record<string, Deed>> = {
  "realm.settings_changed": () => "changed organization settings",
  "realm.user_settings_defaults_changed": () => "changed the default user settings",
  "realm.picture_changed": () => "changed the organization's icon or logo",
  "realm.picture_removed": () => "removed the organization's icon or logo",
  "realm.api_keys_renewed": () => "regenerated the API keys of users who cannot log in",
  "realm.deactivated": () => "deactivated the organization",
  "realm.reactivated": () => "reactivated the organization",
  "realm.moved": () => "changed the organization's URL",
  "export.requested": () => "started a data export",
  "export.completed": () => "completed a data export",
  "export.deleted": () => "deleted a data export",
  "domain.added": (domain) => `added the domain ${domain}`,
  "domain.changed": (domain) => `changed the domain ${domain}`,
  "domain.removed": (domain) => `removed the domain ${domain}`,
  "scim_token.created": () => "created a SCIM token",
  "scim_token.revoked": () => "revoked a SCIM token",
  "profile_field.created": (field) => `added the profile field ${field}`,
  "profile_field.changed": (field) => `changed the profile field ${field}`,
  "profile_field.deleted": (field) => `deleted the profile field ${field}`,
  "profile_field.reordered": () => "reordered the profile fields",
  "emoji.added": (emoji) => `added the emoji ${emoji}`,
  "emoji.deactivated": (emoji) => `deactivated the emoji ${emoji}`,
  "linkifier.created": () => "added a linkifier",
  "linkifier.changed": () => "changed a linkifier",
  "linkifier.deleted": () => "deleted a linkifier",
  "linkifier.reordered": () => "reordered the linkifiers",
  "playground.added": (name) => `added the code playground ${name}`,
  "playground.removed": (name) => `removed the code playground ${name}`,
};

const deeds = { ...ofPeople, ...ofChannels, ...ofTheOrganization };

/** Texts of the audit log. */
export const audit = {
  /**
   * Returns the sentence for an entry of the audit log. An action that this client does not know is shown by its name
   * in the API.
   */
  sentence: (actor: string, act: string, target: string) =>
    `${actor} ${deeds[act]?.(target) ?? `${act} ${target}`}`.trim(),
  somebody: "an unknown user",
  yes: "yes",
  no: "no",
  nothing: "none",
  none: "No entries yet.",
  change: (name: string, before: string | null, after: string | null) =>
    before === null ? `${name}: ${after ?? audit.nothing}` : `${name}: ${before} → ${after ?? audit.nothing}`,
  acts: Object.keys(deeds),
};
