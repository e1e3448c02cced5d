import { filePath, optional } from "@parlance/kernel/config/setting.ts";

/** The setting of single sign-on. */
export const identityProviderSettings = {
  identityProvidersFile: optional(filePath, {
    key: "single_sign_on.identity_providers_file",
    variable: "PARLANCE_IDENTITY_PROVIDERS",
    defaultText: "none: users log in with their passwords",
    meaning:
      "JSON file with the configuration of single sign-on: identity providers, an authenticating proxy, and issuers of signed tokens. See `docs/single-sign-on.md`.",
  }),
};
