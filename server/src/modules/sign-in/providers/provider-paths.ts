import type { LoginProvider } from "./login-provider.ts";

type ProviderRef = Pick<LoginProvider, "kind" | "name">;

const PROXY_PATH = "/accounts/login/start/sso/";

/** Returns the path at which a login with the provider starts. */
export const loginPath = ({ kind, name }: ProviderRef): string =>
  kind === "proxy" ? PROXY_PATH : `/accounts/login/social/${kind}/${name}`;

/** Returns the path at which a user starts to join with the provider. */
export const registerPath = ({ kind, name }: ProviderRef): string =>
  kind === "proxy" ? PROXY_PATH : `/accounts/register/social/${kind}/${name}`;

/**
 * Returns the path at which stock apps (made for another server with the same protocol) start instead; see
 * `stockAppStarts`.
 */
export const stockAppPath = (path: string): string => path.replace("/accounts/", "/accounts/stock-app/");

/** Returns the path of the callback to which the provider redirects browsers. */
export const callbackPath = ({ kind, name }: ProviderRef): string => `/complete/${kind}/${name}`;

/** Returns the path of an organization's SAML metadata. The full URL is also the entity id of the organization. */
export const metadataPath = ({ kind, name }: ProviderRef): string => `/${kind}/${name}/metadata.xml`;

/** Returns the path at which a user who has logged out of this server logs out at the provider too. */
export const logoutPath = ({ kind, name }: ProviderRef): string => `/accounts/logout/social/${kind}/${name}`;
