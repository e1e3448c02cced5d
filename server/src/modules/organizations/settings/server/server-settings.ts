import type { ServerSettings } from "@parlance/contract/server-settings.ts";
import { preloadFor, render } from "@parlance/markdown/index.ts";
import { acceptsUsernames, isLdapEnabled } from "#modules/sign-in/ldap/ldap-availability.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { EMPTY_TOPIC_NAME } from "#modules/messages/conversations/message-text.ts";
import type { PushSettings } from "#modules/notifications/push-devices/settings.ts";
import { loadRealmPictures } from "#modules/organizations/pictures/realm-pictures.ts";
import { externalLoginMethodsOf, serverInfo, type ServerLogins } from "./server-info.ts";
import { type ExternalMethodName, isLoginMethodEnabled } from "#modules/organizations/core/authentication-methods.ts";
import { allowsSpectators } from "#modules/organizations/core/spectator-access.ts";
import { resolveRealmSettings } from "#modules/organizations/core/organization-settings.ts";

/** Loads the public information about the server and one of its organizations. */
export async function loadServerSettings(
  db: Reader,
  realm: RealmContext,
  logins: ServerLogins & PushSettings,
): Promise<ServerSettings> {
  const { name, description, settings } = await db
    .selectFrom("realm")
    .select(["name", "description", "settings"])
    .where("id", "=", realm.id)
    .executeTakeFirstOrThrow();
  const known = resolveRealmSettings(settings);
  const { authentication_methods: ways } = known;
  const byEmail = isLoginMethodEnabled(ways, "Email");
  const ldap = isLdapEnabled(logins.ldap, ways);
  const methods = externalLoginMethodsOf(logins, realm).filter(({ method }) => isLoginMethodEnabled(ways, method));
  const has = (method: ExternalMethodName) => methods.some((login) => login.method === method);
  return {
    ...serverInfo,
    authentication_methods: {
      ...noAuthenticationMethods,
      password: byEmail || ldap,
      email: byEmail,
      ldap,
      remoteuser: has("RemoteUser"),
      saml: has("SAML"),
      "openid connect": has("OpenID Connect"),
    },
    external_authentication_methods: methods.map(({ button }) => button),
    push_notifications_enabled: logins.pushRelayUrl !== undefined,
    is_incompatible: false,
    email_auth_enabled: byEmail,
    require_email_format_usernames: !acceptsUsernames(logins.ldap, ways),
    realm_uri: realm.url,
    realm_url: realm.url,
    realm_name: name,
    realm_icon: (await loadRealmPictures(db, realm)).icon_url,
    realm_description: await renderRealmDescription(description),
    realm_web_public_access_enabled: allowsSpectators(realm, known),
  };
}

const noAuthenticationMethods = {
  password: false,
  dev: false,
  email: false,
  ldap: false,
  remoteuser: false,
  github: false,
  azuread: false,
  gitlab: false,
  apple: false,
  google: false,
  saml: false,
  "openid connect": false,
};

/**
 * Renders an organization's description as HTML. Mentions and channel links are not resolved, because the description
 * is shown before login.
 */
export async function renderRealmDescription(markdown: string): Promise<string> {
  await preloadFor([markdown]);
  return render(markdown, { users: [], groups: [], channels: [], emptyTopicName: EMPTY_TOPIC_NAME }).html;
}
