import type { AuthenticationMethod } from "@parlance/contract/nouns/realm.ts";

/** Login methods in which another service than this server authenticates the user. */
export const externalMethodNames = ["LDAP", "OpenID Connect", "SAML", "RemoteUser", "JWT"] as const;
export type ExternalMethodName = (typeof externalMethodNames)[number];

/** Name of the login method with only a passkey. */
export const PASSKEY_METHOD = "Passkey";

/** All login methods, by their names in organization settings. */
export const loginMethods = ["Email", PASSKEY_METHOD, ...externalMethodNames] as const;
export type LoginMethod = (typeof loginMethods)[number];

/** The login methods that an organization has turned on and off, by name. */
export type LoginMethodSwitches = Readonly<Record<string, boolean>>;

/** Whether an organization allows a login method, if the server supports it. It is on unless it was turned off. */
export const isLoginMethodEnabled = (chosen: LoginMethodSwitches, method: LoginMethod): boolean =>
  chosen[method] ?? true;

/**
 * Whether users can log in at all, on a server that supports these methods besides passwords. Passkeys are not enough:
 * a user must log in by another method to add the first one.
 */
export const leavesLoginMethod = (chosen: LoginMethodSwitches, external: readonly ExternalMethodName[]): boolean =>
  (["Email", ...external] as const).some((method) => isLoginMethodEnabled(chosen, method));

/** Returns the login methods in the form that clients receive, on a server that supports these besides passwords. */
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
