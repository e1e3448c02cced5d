import type { LoginProvider } from "./login-provider.ts";

type ProviderRef = Pick<LoginProvider, "kind" | "name">;

const PROXY_PATH = "/accounts/login/start/sso/";

/** Path at which a login with the provider starts. */
export const loginPath = ({ kind, name }: ProviderRef): string =>
  kind === "proxy" ? PROXY_PATH : `/accounts/login/social/${kind}/${name}`;

/** Path at which a user without an account starts. */
export const registerPath = ({ kind, name }: ProviderRef): string =>
  kind === "proxy" ? PROXY_PATH : `/accounts/register/social/${kind}/${name}`;

/** Path at which stock clients start instead; see `stockAppStarts`. */
export const stockAppPath = (path: string): string => path.replace("/accounts/", "/accounts/stock-app/");

/** Path of the callback to which the provider sends browsers back. */
export const callbackPath = ({ kind, name }: ProviderRef): string => `/complete/${kind}/${name}`;

/** Path of an organization's metadata for a SAML provider; also the organization's name there. */
export const metadataPath = ({ kind, name }: ProviderRef): string => `/${kind}/${name}/metadata.xml`;

/** Path at which a user who has logged out here logs out at the provider too. */
export const logoutPath = ({ kind, name }: ProviderRef): string => `/accounts/logout/social/${kind}/${name}`;
