/** What somebody did to whom, as the end of a sentence that begins with who it was. */
type Deed = (target: string) => string;

const ofPeople: Readonly<Record<string, Deed>> = {
  "user.created": (who) => `created an account for ${who}`,
  "user.deactivated": (who) => `deactivated ${who}`,
  "user.reactivated": (who) => `let ${who} in again`,
  "user.renamed": (who) => `gave ${who} another name`,
  "user.email_changed": (who) => `changed the email address of ${who}`,
  "user.role_changed": (who) => `gave ${who} another role`,
  "user.profile_changed": (who) => `changed the profile of ${who}`,
  "user.signed_in": () => "signed in",
  "user.signed_out": (who) => `signed ${who} out everywhere`,
  "user.passkey_added": (who) => `added a passkey to the account of ${who}`,
  "user.passkey_removed": (who) => `removed a passkey from the account of ${who}`,
  "user.two_factor_reset": (who) => `let ${who} sign in without a code, and took their passkeys away`,
  "user.status_changed": (who) => `changed the status of ${who}`,
  "user.message_deleted": (who) => `deleted a direct message of ${who}`,
  "bot.created": (bot) => `created the bot ${bot}`,
  "bot.changed": (bot) => `changed the bot ${bot}`,
  "bot.deactivated": (bot) => `deactivated the bot ${bot}`,
  "bot.reactivated": (bot) => `activated the bot ${bot} again`,
  "bot.owner_changed": (bot) => `gave the bot ${bot} another owner`,
  "bot.email_changed": (bot) => `changed the email address of the bot ${bot}`,
  "bot.role_changed": (bot) => `gave the bot ${bot} another role`,
  "bot.api_key_regenerated": (bot) => `gave the bot ${bot} a new key`,
  "user_group.created": (group) => `created the group ${group}`,
  "user_group.renamed": (group) => `renamed the group ${group}`,
  "user_group.changed": (group) => `changed the group ${group}`,
  "user_group.members_changed": (group) => `changed who is in the group ${group}`,
  "user_group.subgroups_changed": (group) => `changed which groups are in the group ${group}`,
  "user_group.deactivated": (group) => `deactivated the group ${group}`,
  "user_group.reactivated": (group) => `activated the group ${group} again`,
  "invitation.sent": () => "invited somebody by mail",
  "invitation.link_created": () => "made a link to join with",
  "invitation.resent": () => "mailed an invitation once more",
  "invitation.accepted": () => "joined by an invitation",
  "invitation.revoked": () => "made an invitation void",
};

const ofChannels: Readonly<Record<string, Deed>> = {
  "channel.changed": (channel) => `changed the channel ${channel}`,
  "channel.archived": (channel) => `archived the channel ${channel}`,
  "channel.unarchived": (channel) => `opened the channel ${channel} again`,
  "channel.message_deleted": (channel) => `deleted somebody else's message in ${channel}`,
  "channel.topic_deleted": (channel) => `deleted messages of a topic in ${channel}`,
  "channel_folder.created": (folder) => `added the folder ${folder}`,
  "channel_folder.changed": (folder) => `changed the folder ${folder}`,
  "channel_folder.reordered": () => "put the folders into another order",
};

const ofTheOrganization: Readonly<Record<string, Deed>> = {
  "realm.settings_changed": () => "changed settings of the organization",
  "realm.user_settings_defaults_changed": () => "changed what newcomers begin with",
  "realm.picture_changed": () => "gave the organization another picture",
  "realm.picture_removed": () => "removed a picture of the organization",
  "realm.api_keys_renewed": () => "renewed the API keys of people who cannot sign in",
  "realm.deactivated": () => "deactivated the organization",
  "realm.reactivated": () => "activated the organization again",
  "realm.moved": () => "gave the organization another address",
  "export.requested": () => "asked for the organization's data",
  "export.completed": () => "finished the file with the organization's data",
  "export.deleted": () => "deleted a file with the organization's data",
  "domain.added": (domain) => `allowed the domain ${domain}`,
  "domain.changed": (domain) => `changed the rule for the domain ${domain}`,
  "domain.removed": (domain) => `no longer allows the domain ${domain}`,
  "scim_token.created": () => "let a directory in",
  "scim_token.revoked": () => "shut a directory out",
  "profile_field.created": (field) => `added the profile field ${field}`,
  "profile_field.changed": (field) => `changed the profile field ${field}`,
  "profile_field.deleted": (field) => `deleted the profile field ${field}`,
  "profile_field.reordered": () => "put the profile fields into another order",
  "emoji.added": (emoji) => `added the emoji ${emoji}`,
  "emoji.deactivated": (emoji) => `took the emoji ${emoji} out of use`,
  "linkifier.created": () => "added a linkifier",
  "linkifier.changed": () => "changed a linkifier",
  "linkifier.deleted": () => "deleted a linkifier",
  "linkifier.reordered": () => "put the linkifiers into another order",
  "playground.added": (name) => `added the playground ${name}`,
  "playground.removed": (name) => `removed the playground ${name}`,
};

const deeds = { ...ofPeople, ...ofChannels, ...ofTheOrganization };

/** The audit log, in sentences. */
export const audit = {
  /** Of an act that only a newer server knows, its name in the API. */
  sentence: (actor: string, act: string, target: string) =>
    `${actor} ${deeds[act]?.(target) ?? `${act} ${target}`}`.trim(),
  somebody: "somebody",
  yes: "yes",
  no: "no",
  nothing: "none",
  change: (name: string, before: string | null, after: string | null) =>
    before === null ? `${name}: ${after ?? audit.nothing}` : `${name}: ${before} → ${after ?? audit.nothing}`,
  acts: Object.keys(deeds),
};
