import type { AuthenticationMethod } from "@parlance/contract/nouns/realm.ts";

/** Ways to log in by which somebody else than this server says who somebody is. */
export const externalMethodNames = ["LDAP", "OpenID Connect", "SAML", "RemoteUser", "JWT"] as const;
export type ExternalMethodName = (typeof externalMethodNames)[number];

/** How organizations name signing in with a passkey alone. */
export const PASSKEY_METHOD = "Passkey";

/** All ways to log in, as organizations name them. */
export const loginMethods = ["Email", PASSKEY_METHOD, ...externalMethodNames] as const;
export type LoginMethod = (typeof loginMethods)[number];

/** What organizations turned on and off, by the name of the way. */
export type LoginMethodSwitches = Readonly<Record<string, boolean>>;

/** Whether an organization lets people log in that way, if the server has it. It is on where nobody turned it off. */
export const isLoginMethodEnabled = (chosen: LoginMethodSwitches, method: LoginMethod): boolean =>
  chosen[method] ?? true;

/**
 * Whether people can log in at all, on a server that has these ways beside passwords. Passkeys are not enough: one has to come in
 * by another way to get the first.
 */
export const leavesLoginMethod = (chosen: LoginMethodSwitches, external: readonly ExternalMethodName[]): boolean =>
  (["Email", ...external] as const).some((method) => isLoginMethodEnabled(chosen, method));

/** The ways to log in, as clients are told of them, on a server that has these beside passwords. */
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
