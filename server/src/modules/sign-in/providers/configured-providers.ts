import type { RealmContext } from "#kernel/http/context.ts";
import { isMethodOn } from "#modules/organizations/core/authentication-methods.ts";
import type { RealmSettings } from "#modules/organizations/core/organization-settings.ts";
import { loginPath, registerPath } from "./provider-paths.ts";
import type { IdentityProvider, Voucher } from "./login-provider.ts";
import { OidcProvider } from "./oidc-provider.ts";
import { ProxyDoor } from "./proxy-provider.ts";
import { SamlProvider } from "./saml/saml-provider.ts";
import { noProviders, type ProviderSettings } from "./provider-settings.ts";
import { TOKEN_METHOD } from "./jwt/jwt-token.ts";

/** The identity providers of this server, in the order to show them. */
export const identityProviders = (settings: ProviderSettings = noProviders): readonly IdentityProvider[] => [
  ...settings.openIdConnect.map((one) => new OidcProvider(one)),
  ...settings.saml.map((one) => new SamlProvider(one)),
];

/** The proxy that says who people are; null: none does. */
export const proxyDoor = ({ proxyHeader }: ProviderSettings = noProviders): ProxyDoor | null =>
  proxyHeader === undefined ? null : new ProxyDoor(proxyHeader);

function vouchers(settings?: ProviderSettings): readonly Voucher[] {
  const door = proxyDoor(settings);
  return [...(door ? [door] : []), ...identityProviders(settings)];
}

type Realm = Pick<RealmContext, "subdomain"> & { readonly settings: Pick<RealmSettings, "authentication_methods"> };

/** Those that an organization uses. */
export const providersOf = <P extends Pick<Voucher, "method" | "organizations">>(
  providers: readonly P[],
  { subdomain, settings }: Realm,
): P[] =>
  providers.filter(
    ({ method, organizations }) =>
      isMethodOn(settings.authentication_methods, method) && (organizations?.includes(subdomain) ?? true),
  );

/** The identity providers as clients show them before somebody logs in. */
export const loginDoors = (settings?: ProviderSettings) =>
  vouchers(settings).map((provider) => ({
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

/** The ways to log in without a button. */
export const quietWays = ({ jwt = [] }: ProviderSettings = noProviders) =>
  jwt.map(({ organization }) => ({ method: TOKEN_METHOD, organizations: [organization] }) as const);
