import { z } from "zod";

/** Which login methods are enabled. */
export const AuthenticationMethods = z.strictObject({
  password: z.boolean().describe("Whether `email` or `ldap` is enabled."),
  dev: z.boolean(),
  email: z.boolean(),
  ldap: z.boolean(),
  remoteuser: z.boolean(),
  github: z.boolean(),
  azuread: z.boolean(),
  gitlab: z.boolean(),
  apple: z.boolean(),
  google: z.boolean(),
  saml: z.boolean(),
  "openid connect": z.boolean(),
});
export type AuthenticationMethods = z.infer<typeof AuthenticationMethods>;

/** A login method whose button leads to another site. */
export const ExternalAuthenticationMethod = z.strictObject({
  name: z.string(),
  display_name: z.string(),
  display_icon: z.string().nullable(),
  login_url: z.string(),
  signup_url: z.string(),
});
export type ExternalAuthenticationMethod = z.infer<typeof ExternalAuthenticationMethod>;

/** Public information about the server and the organization. Available without logging in. */
export const ServerSettings = z.strictObject({
  authentication_methods: AuthenticationMethods.meta({ deprecated: true }),
  external_authentication_methods: z.array(ExternalAuthenticationMethod).describe("In display order."),
  service_feature_level: z.int(),
  service_version: z.string(),
  service_merge_base: z.string(),
  push_notifications_enabled: z.boolean(),
  is_incompatible: z.boolean().describe("Whether the calling client is too old for this server."),
  email_auth_enabled: z.boolean(),
  require_email_format_usernames: z.boolean(),
  realm_uri: z.string().meta({ deprecated: true }),
  realm_url: z.string(),
  realm_name: z.string(),
  realm_icon: z.string(),
  realm_description: z.string().describe("HTML."),
  realm_web_public_access_enabled: z.boolean(),
});
export type ServerSettings = z.infer<typeof ServerSettings>;
