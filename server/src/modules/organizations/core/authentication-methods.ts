import type { AuthenticationMethod } from "@parlance/contract/nouns/realm.ts";

/** Ways to log in by which somebody else than this server says who somebody is. */
export const externalMethods = ["LDAP", "OpenID Connect", "SAML", "RemoteUser", "JWT"] as const;
export type ExternalMethod = (typeof externalMethods)[number];

/** How organizations name signing in with a passkey alone. */
export const PASSKEY_METHOD = "Passkey";

/** All ways to log in, as organizations name them. */
export const loginMethods = ["Email", PASSKEY_METHOD, ...externalMethods] as const;
export type LoginMethod = (typeof loginMethods)[number];

/** What organizations turned on and off, by the name of the way. */
export type ChosenMethods = Readonly<Record<string, boolean>>;

/** Whether an organization lets people log in that way, if the server has it. It is on where nobody turned it off. */
export const isMethodOn = (chosen: ChosenMethods, method: LoginMethod): boolean => chosen[method] ?? true;

/**
 * Whether people can log in at all, on a server that has these ways beside passwords. Passkeys are not enough: one has to come in
 * by another way to get the first.
 */
export const leavesAMethod = (chosen: ChosenMethods, external: readonly ExternalMethod[]): boolean =>
  (["Email", ...external] as const).some((method) => isMethodOn(chosen, method));

/** The ways to log in, as clients are told of them, on a server that has these beside passwords. */
export const wireAuthenticationMethods = (
  chosen: ChosenMethods,
  external: readonly ExternalMethod[],
): Record<string, AuthenticationMethod> =>
  Object.fromEntries(
    (["Email", PASSKEY_METHOD, ...external] as const).map((method) => [
      method,
      { enabled: isMethodOn(chosen, method), available: true },
    ]),
  );
