import type { Module } from "@parlance/kernel/http/module.ts";

/** Logging in with identity providers: OpenID Connect, SAML, JSON web tokens, a proxy. */
export const identityProvidersModule: Module = {
  name: "identity-providers",
  floor: "sign-in",
  tables: ["external_identity"],
  endpoints: [],
};
