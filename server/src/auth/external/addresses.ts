import type { IdentityProvider } from "./identity-provider.ts";

type Named = Pick<IdentityProvider, "kind" | "name">;

/** Where a login with the provider begins. */
export const loginPath = ({ kind, name }: Named): string => `/accounts/login/social/${kind}/${name}`;

/** Where somebody without an account begins. */
export const registerPath = ({ kind, name }: Named): string => `/accounts/register/social/${kind}/${name}`;

/** Where the provider sends browsers back to. */
export const callbackPath = ({ kind, name }: Named): string => `/complete/${kind}/${name}`;

/** Where a provider of SAML learns what it has to know of an organization; also the organization's name there. */
export const metadataPath = ({ kind, name }: Named): string => `/${kind}/${name}/metadata.xml`;
