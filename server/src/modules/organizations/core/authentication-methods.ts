import type { AuthenticationMethod } from "@parlance/contract/nouns/realm.ts";

/** Login methods in which a service other than this server authenticates the user. */
export const externalMethodNames = ["LDAP", "OpenID Connect", "SAML", "RemoteUser", "JWT"] as const;
export type ExternalMethodName = (typeof externalMethodNames)[number];

/** Name of the login method with only a passkey. */
export const PASSKEY_METHOD = "Passkey";

/** All login methods, by their names in organization settings. */
export const loginMethods = ["Email", PASSKEY_METHOD, ...externalMethodNames] as const;
export type LoginMethod = (typeof loginMethods)[number];

/** Whether each login method is enabled in an organization, by name. Methods that are missing are enabled. */
export type LoginMethodSwitches = Readonly<Record<string, boolean>>;

/**
 * Returns true if an organization allows a login method, which is the case unless it was disabled. The server may still
 * not support the method.
 */
export const isLoginMethodEnabled = (chosen: LoginMethodSwitches, method: LoginMethod): boolean =>
  chosen[method] ?? true;

/**
 * Returns true if users can still log in, given the external methods that the server supports. Passkeys alone are not
 * enough, because a user has to log in with another method to add the first one.
 */
export const leavesLoginMethod = (chosen: LoginMethodSwitches, external: readonly ExternalMethodName[]): boolean =>
  (["Email", ...external] as const).some((method) => isLoginMethodEnabled(chosen, method));

/**
 * Returns the login methods as clients receive them. `external` lists the external methods that the server supports.
 */
export const wireAuthenticationMethods = (
  chosen: LoginMethodSwitches,
  external: readonly ExternalMethodName[],
): Record<string, AuthenticationMethod> =>
  Object.fromEntries(
    (["Email", PASSKEY_METHOD, ...external] as const).map((method) => [
      method,
      { enabled: isLoginMethodEnabled(chosen, method), available: true },
    ]),
  );
