import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { isLoginMethodEnabled } from "#modules/organizations/core/authentication-methods.ts";
import type { RealmSettings } from "#modules/organizations/core/organization-settings.ts";
import { loginPath, registerPath } from "./provider-paths.ts";
import type { IdentityProvider, LoginProvider } from "./login-provider.ts";
import { OidcProvider } from "./oidc-provider.ts";
import { ProxyProvider } from "./proxy-provider.ts";
import { SamlProvider } from "./saml/saml-provider.ts";
import { noProviders, type ProviderSettings } from "./provider-settings.ts";
import { JWT_METHOD } from "./jwt/jwt-token.ts";

/** Creates the configured identity providers, in the order in which login pages show them. */
export const createIdentityProviders = (settings: ProviderSettings = noProviders): readonly IdentityProvider[] => [
  ...settings.openIdConnect.map((one) => new OidcProvider(one)),
  ...settings.saml.map((one) => new SamlProvider(one)),
];

/** Creates the provider for the reverse proxy that authenticates users; null if none is configured. */
export const createProxyProvider = ({ proxyHeader }: ProviderSettings = noProviders): ProxyProvider | null =>
  proxyHeader === undefined ? null : new ProxyProvider(proxyHeader);

function allLoginProviders(settings?: ProviderSettings): readonly LoginProvider[] {
  const proxy = createProxyProvider(settings);
  return [...(proxy ? [proxy] : []), ...createIdentityProviders(settings)];
}

type Realm = Pick<RealmContext, "subdomain"> & { readonly settings: Pick<RealmSettings, "authentication_methods"> };

/** Returns the providers that an organization may use and has enabled. */
export const enabledProviders = <P extends Pick<LoginProvider, "method" | "organizations">>(
  providers: readonly P[],
  { subdomain, settings }: Realm,
): P[] =>
  providers.filter(
    ({ method, organizations }) =>
      isLoginMethodEnabled(settings.authentication_methods, method) && (organizations?.includes(subdomain) ?? true),
  );

/** Returns the proxy and the identity providers as clients get them before a login. */
export const externalLoginMethods = (settings?: ProviderSettings) =>
  allLoginProviders(settings).map((provider) => ({
    method: provider.method,
    organizations: provider.organizations,
    issuer: provider.issuer,
    button: {
      name: provider.kind === "proxy" ? provider.name : `${provider.kind}:${provider.name}`,
      display_name: provider.displayName,
      display_icon: provider.icon,
      login_url: loginPath(provider),
      signup_url: registerPath(provider),
    },
  }));

/** Returns the login methods for which login pages show no button. */
export const buttonlessLoginMethods = ({ jwt = [] }: ProviderSettings = noProviders) =>
  jwt.map(({ organization }) => ({ method: JWT_METHOD, organizations: [organization] }) as const);
