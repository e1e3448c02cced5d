import type { LoginProvider } from "#modules/sign-in/providers/login-provider.ts";
import { enabledProviders } from "#modules/sign-in/providers/configured-providers.ts";
import type { ProxyProvider } from "#modules/sign-in/providers/proxy-provider.ts";
import type { Visit } from "../http/page-types.ts";

type ProviderScope = Pick<Visit, "services" | "realm">;

/** Returns the proxy that authenticates users, if this organization uses it. */
export function findProxyProvider({ services, realm }: ProviderScope): ProxyProvider | undefined {
  return services.proxyProvider === null ? undefined : enabledProviders([services.proxyProvider], realm)[0];
}

/** Returns all login providers of this organization, in display order. */
export function enabledLoginProviders(place: ProviderScope): readonly LoginProvider[] {
  const proxy = findProxyProvider(place);
  return [...(proxy ? [proxy] : []), ...enabledProviders(place.services.providers, place.realm)];
}
