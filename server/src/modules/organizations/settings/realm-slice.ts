import { realmDomainsNoun } from "@parlance/contract/nouns/realm-domains.ts";
import { realmNoun, type RealmSettings as WireSettings } from "@parlance/contract/nouns/realm.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { defineSlice, type Slice } from "@parlance/kernel/http/module.ts";
import { EMPTY_TOPIC_NAME } from "#modules/messages/conversations/message-text.ts";
import { defaultExternalAccounts } from "#modules/users/profile-fields/definitions/default-external-accounts.ts";
import { type GroupSettingValues, groupSettingValuesIn } from "#modules/groups/core/settings/group-settings.ts";
import { systemGroupsIn } from "#modules/groups/core/queries.ts";
import { placeholderEmailDomain } from "#modules/users/core/email-addresses.ts";
import {
  type ExternalMethodName,
  isLoginMethodEnabled,
  wireAuthenticationMethods,
} from "#modules/organizations/core/authentication-methods.ts";
import { domainsIn } from "./domains-snapshot.ts";
import { videoChatProviders } from "./server/video-chat-providers.ts";
import { pushStatusIn } from "#modules/notifications/push-devices/push-status-snapshot.ts";
import type { PushSettings } from "#modules/notifications/push-devices/settings.ts";
import type { VideoCallSettings } from "#modules/platform/video-calls/video-call-settings.ts";
import { type RealmPictures, realmPicturesIn } from "#modules/organizations/pictures/realm-pictures.ts";
import {
  externalMethodNamesOf,
  type ServerCapabilities,
  type ServerLogins,
  serverSnapshotFields,
} from "./server/server-info.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import type { RealmSettings } from "#modules/organizations/core/organization-settings.ts";
import type { GroupSettingValue } from "@parlance/contract/entities/group-setting.ts";
import type { SystemGroupName, SystemGroups } from "#modules/groups/core/system-groups.ts";

/** Numbers with which older clients identify policies, by system group. 1 stands for all groups that are not listed. */
type PolicyNumbers = Partial<Record<SystemGroupName, number>>;

const WIDEST = 1;

const creation: PolicyNumbers = {
  "role:nobody": 2,
  "role:owners": 2,
  "role:administrators": 2,
  "role:fullmembers": 3,
  "role:moderators": 4,
};
const webPublicCreation: PolicyNumbers = {
  "role:administrators": 2,
  "role:moderators": 4,
  "role:nobody": 6,
  "role:owners": 7,
};
const wildcardMention: PolicyNumbers = {
  "role:members": 2,
  "role:fullmembers": 3,
  "role:owners": 5,
  "role:administrators": 5,
  "role:nobody": 6,
  "role:moderators": 7,
};

interface ReplacedSettings {
  readonly can_create_public_channel_group: GroupSettingValue;
  readonly can_create_private_channel_group: GroupSettingValue;
  readonly can_create_web_public_channel_group: GroupSettingValue;
  readonly can_mention_many_users_group: GroupSettingValue;
}

/**
 * Returns values, for older clients, of settings that have become permissions: the closest one for a system group,
 * otherwise the widest.
 */
function legacyPolicies(values: ReplacedSettings, system: SystemGroups) {
  const names = new Map(Object.entries(system).map(([name, id]) => [id, name as SystemGroupName]));
  const number = (value: GroupSettingValue, numbers: PolicyNumbers) => {
    const name = typeof value === "number" ? names.get(value) : undefined;
    return (name && numbers[name]) ?? WIDEST;
  };
  return {
    realm_create_public_stream_policy: number(values.can_create_public_channel_group, creation),
    realm_create_private_stream_policy: number(values.can_create_private_channel_group, creation),
    realm_create_web_public_stream_policy: number(values.can_create_web_public_channel_group, webPublicCreation),
    realm_wildcard_mention_policy: number(values.can_mention_many_users_group, wildcardMention),
  };
}

/** Plan type of a self-hosted server, which has no limits that another plan would lift. */
const SELF_HOSTED = 1;

interface RealmSliceSettings extends ServerCapabilities, ServerLogins, VideoCallSettings, PushSettings {
  /** Maximum total size of an organization's files, in MiB; 0: no limit. */
  readonly uploadQuotaMib: number;
}

/** Creates the slice (part of the register response) with all fields about the organization itself and its server. */
export function realmSlice({ uploadQuotaMib, ...settings }: RealmSliceSettings): Slice {
  const aboutServer = {
    ...serverSnapshotFields(settings),
    realm_available_video_chat_providers: videoChatProviders(settings),
    realm_upload_quota_mib: uploadQuotaMib || null,
  };
  return defineSlice(realmNoun, "realm", async (_db, { snapshot, realm }) => {
    const about = realmFields(snapshot, realm, externalMethodNamesOf(settings, realm));
    const jitsi_server_url = about.realm_jitsi_server_url ?? aboutServer.server_jitsi_server_url ?? "";
    const { canPush, endsAt } = pushStatusIn(snapshot);
    return {
      ...about,
      ...aboutServer,
      jitsi_server_url,
      realm_push_notifications_enabled: settings.pushRelayUrl !== undefined && canPush,
      realm_push_notifications_enabled_end_timestamp: endsAt,
    };
  });
}

/** Slice with the email domains that new users may have, if the organization restricts them. */
export const realmDomainsSlice = defineSlice(realmDomainsNoun, "realm_domains", async (_db, { snapshot }) => ({
  realm_domains: domainsIn(snapshot),
}));

function realmFields(snapshot: OrganizationSnapshot, realm: RealmContext, external: readonly ExternalMethodName[]) {
  const { settings, loadedRow } = snapshot.get(organization);
  const permissions = groupSettingValuesIn(snapshot, "realm", { id: realm.id });
  const policies = legacyPolicies(permissions, systemGroupsIn(snapshot));
  const pictures = realmPicturesIn(snapshot, realm);
  const { message_retention_days, avatar_changes_disabled, authentication_methods: ways } = settings;
  return {
    ...prefixed(wireSettings(pictures, loadedRow, settings, permissions)),
    ...policies,
    ...addresses(realm),
    realm_date_created: loadedRow.created_at,
    realm_message_retention_days: message_retention_days,
    realm_avatar_changes_disabled: avatar_changes_disabled,
    realm_authentication_methods: wireAuthenticationMethods(ways, external),
    realm_email_auth_enabled: isLoginMethodEnabled(ways, "Email"),
    realm_password_auth_enabled:
      isLoginMethodEnabled(ways, "Email") || (external.includes("LDAP") && isLoginMethodEnabled(ways, "LDAP")),
    realm_allow_edit_history: settings.message_edit_history_visibility_policy !== "none",
    realm_empty_topic_display_name: EMPTY_TOPIC_NAME,
    realm_default_external_accounts: defaultExternalAccounts,
    realm_is_zephyr_mirror_realm: false,
    service_plan_is_not_limited: true,
    upgrade_text_for_wide_organization_logo: "",
  };
}

const addresses = (realm: RealmContext) => ({
  realm_url: realm.url,
  realm_uri: realm.url,
  realm_bot_domain: placeholderEmailDomain(realm),
});

/** Returns the settings under the names of `realm` events. */
function wireSettings(
  pictures: RealmPictures,
  { name, description }: { name: string; description: string },
  settings: RealmSettings,
  permissions: GroupSettingValues<"realm">,
): Omit<
  WireSettings,
  "authentication_methods" | "push_notifications_enabled" | "push_notifications_enabled_end_timestamp"
> {
  const {
    message_retention_days: _days,
    avatar_changes_disabled: _avatars,
    authentication_methods: _ways,
    ...plain
  } = settings;
  return {
    ...plain,
    ...permissions,
    ...pictures,
    name,
    description,
    mandatory_topics: settings.topics_policy === "disable_empty_topic",
    plan_type: SELF_HOSTED,
    upload_quota_mib: null,
  };
}

type Prefixed<T> = { [Name in keyof T & string as `realm_${Name}`]: T[Name] };

const prefixed = <T extends object>(fields: T): Prefixed<T> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`realm_${name}`, value])) as Prefixed<T>;
