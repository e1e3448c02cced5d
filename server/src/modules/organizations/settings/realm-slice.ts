import { realmDomainsNoun } from "@parlance/contract/nouns/realm-domains.ts";
import { realmNoun, type RealmSettings as WireSettings } from "@parlance/contract/nouns/realm.ts";
import type { Reader } from "#kernel/db/types.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { slice, type Slice } from "#kernel/http/module.ts";
import { EMPTY_TOPIC_NAME } from "#modules/messages/conversations/message-text.ts";
import { knownSites } from "#modules/users/profile-fields/definitions/default-external-accounts.ts";
import { type GroupSettingValues, groupSettingValuesIn } from "#modules/groups/core/settings/group-settings.ts";
import { systemGroupsIn } from "#modules/groups/core/queries.ts";
import { mailDomain } from "#modules/users/core/email-addresses.ts";
import {
  type ExternalMethod,
  isMethodOn,
  wireAuthenticationMethods,
} from "#modules/organizations/core/authentication-methods.ts";
import { videoChatProviders } from "./server/video-chat-providers.ts";
import { pushStatusOf } from "#modules/notifications/push-devices/queries.ts";
import type { PushSettings } from "#modules/notifications/push-devices/settings.ts";
import type { VideoCallSettings } from "#modules/platform/video-calls/video-call-settings.ts";
import { oldPolicies } from "./old-policies.ts";
import { type RealmPictures, realmPictures } from "#modules/organizations/pictures/realm-pictures.ts";
import { realmDomains } from "#modules/organizations/core/queries.ts";
import { externalMethodsOf, type ServerAbilities, type ServerLogins, serverSnapshot } from "./server/server-info.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import type { RealmSettings } from "#modules/organizations/core/organization-settings.ts";

/** A server run by its users, without limits that a plan could lift. */
const SELF_HOSTED = 1;

interface RealmSliceSettings extends ServerAbilities, ServerLogins, VideoCallSettings, PushSettings {
  /** How much the files of one organization may come to; 0: any amount. */
  readonly uploadQuotaMib: number;
}

/** Everything about the organization itself, and about the server it is on. */
export function realmSlice({ uploadQuotaMib, ...settings }: RealmSliceSettings): Slice {
  const aboutServer = {
    ...serverSnapshot(settings),
    realm_available_video_chat_providers: videoChatProviders(settings),
    realm_upload_quota_mib: uploadQuotaMib || null,
  };
  return slice(realmNoun, "realm", async (db, { directory, realm }) => {
    const about = await aboutRealm(db, directory, realm, externalMethodsOf(settings, realm));
    const jitsi_server_url = about.realm_jitsi_server_url ?? aboutServer.server_jitsi_server_url ?? "";
    const { canPush, endsAt } = await pushStatusOf(db, realm.id);
    return {
      ...about,
      ...aboutServer,
      jitsi_server_url,
      realm_push_notifications_enabled: settings.pushRelayUrl !== undefined && canPush,
      realm_push_notifications_enabled_end_timestamp: endsAt,
    };
  });
}

/** Where the addresses of new people must be, if the organization restricts them. */
export const realmDomainsSlice = slice(realmDomainsNoun, "realm_domains", async (db, { realm }) => ({
  realm_domains: await realmDomains(db, realm.id),
}));

async function aboutRealm(db: Reader, directory: Directory, realm: RealmContext, external: readonly ExternalMethod[]) {
  const { settings, facts } = directory.of(organization);
  const permissions = groupSettingValuesIn(directory, "realm", { id: realm.id });
  const policies = oldPolicies(permissions, systemGroupsIn(directory));
  const pictures = await realmPictures(db, realm);
  const { message_retention_days, avatar_changes_disabled, authentication_methods: ways } = settings;
  return {
    ...prefixed(wireSettings(pictures, facts, settings, permissions)),
    ...policies,
    ...addresses(realm),
    realm_date_created: facts.created_at,
    realm_message_retention_days: message_retention_days,
    realm_avatar_changes_disabled: avatar_changes_disabled,
    realm_authentication_methods: wireAuthenticationMethods(ways, external),
    realm_email_auth_enabled: isMethodOn(ways, "Email"),
    realm_password_auth_enabled: isMethodOn(ways, "Email") || (external.includes("LDAP") && isMethodOn(ways, "LDAP")),
    realm_allow_edit_history: settings.message_edit_history_visibility_policy !== "none",
    realm_empty_topic_display_name: EMPTY_TOPIC_NAME,
    realm_default_external_accounts: knownSites,
    realm_is_zephyr_mirror_realm: false,
    service_plan_is_not_limited: true,
    upgrade_text_for_wide_organization_logo: "",
  };
}

const addresses = (realm: RealmContext) => ({
  realm_url: realm.url,
  realm_uri: realm.url,
  realm_bot_domain: mailDomain(realm),
});

/** The settings under the names of `realm` events. */
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
