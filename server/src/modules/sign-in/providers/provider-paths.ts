import type { LoginProvider } from "./login-provider.ts";

type ProviderRef = Pick<LoginProvider, "kind" | "name">;

const PROXY_PATH = "/accounts/login/start/sso/";

/** Where a login with the provider begins. */
export const loginPath = ({ kind, name }: ProviderRef): string =>
  kind === "proxy" ? PROXY_PATH : `/accounts/login/social/${kind}/${name}`;

/** Where somebody without an account begins. */
export const registerPath = ({ kind, name }: ProviderRef): string =>
  kind === "proxy" ? PROXY_PATH : `/accounts/register/social/${kind}/${name}`;

/** Where stock clients begin instead of at one of these two paths; see `stockAppStarts`. */
export const stockAppPath = (path: string): string => path.replace("/accounts/", "/accounts/stock-app/");

/** Where the provider sends browsers back to. */
export const callbackPath = ({ kind, name }: ProviderRef): string => `/complete/${kind}/${name}`;

/** Where a provider of SAML learns what it has to know of an organization; also the organization's name there. */
export const metadataPath = ({ kind, name }: ProviderRef): string => `/${kind}/${name}/metadata.xml`;

/** Where somebody goes on who has signed out here, to sign out there as well. */
export const logoutPath = ({ kind, name }: ProviderRef): string => `/accounts/logout/social/${kind}/${name}`;
