import type { AuthenticationMethod } from "@parlance/contract/nouns/realm.ts";

/** The ways to log in, as clients are told of them. */
export const wireAuthenticationMethods = (
  enabled: Readonly<Record<string, boolean>>,
): Record<string, AuthenticationMethod> => ({
  Email: { enabled: enabled["Email"] === true, available: true },
});
