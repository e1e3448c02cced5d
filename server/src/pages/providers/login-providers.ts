import type { Voucher } from "#modules/sign-in/providers/login-provider.ts";
import { providersOf } from "#modules/sign-in/providers/configured-providers.ts";
import type { ProxyDoor } from "#modules/sign-in/providers/proxy-provider.ts";
import type { Visit } from "../http/page.ts";

type Place = Pick<Visit, "services" | "realm">;

/** The proxy that says who people are, if this organization uses it. */
export function proxyDoorOf({ services, realm }: Place): ProxyDoor | undefined {
  return services.proxyDoor === null ? undefined : providersOf([services.proxyDoor], realm)[0];
}

/** All who vouch for people of this organization, in the order to show them. */
export function vouchersOf(place: Place): readonly Voucher[] {
  const door = proxyDoorOf(place);
  return [...(door ? [door] : []), ...providersOf(place.services.providers, place.realm)];
}
