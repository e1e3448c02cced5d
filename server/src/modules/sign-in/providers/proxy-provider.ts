import type { BlockList } from "node:net";
import type { Identity } from "../core/identities/identity.ts";
import { ProviderProblem, type LoginProvider } from "./login-provider.ts";
import type { ProxySettings } from "./proxy-settings.ts";

const MAX_GROUPS = 1000;
const MAX_TEXT = 300;

/** What came with a request, and from where. */
export interface ProxiedRequest {
  /** The address at the other end of the connection itself, whatever headers say. */
  readonly peer: string;
  /** All values of a header, by its name in lower case. */
  header(name: string): readonly string[];
}

/** A proxy in front of this server that signs people in and says in a header who they are. */
export class ProxyProvider implements LoginProvider {
  readonly kind = "proxy";
  readonly method = "RemoteUser";
  readonly name = "remoteuser";
  readonly issuer = "proxy";
  readonly displayName: string;
  readonly icon: string | null;
  readonly organizations: readonly string[] | null;
  readonly admissions: LoginProvider["admissions"];
  readonly refreshes: LoginProvider["refreshes"];
  readonly doesSecondFactor: boolean;
  readonly #settings: ProxySettings;

  constructor(settings: ProxySettings) {
    this.#settings = settings;
    this.displayName = settings.display_name;
    this.icon = settings.display_icon ?? null;
    this.organizations = settings.organizations ?? null;
    this.admissions = settings.admits;
    this.refreshes = settings.refreshes ?? [];
    this.doesSecondFactor = settings.does_second_factor;
  }

  get supportsLogout(): boolean {
    return this.#settings.logout_url !== undefined;
  }

  async logoutUrl(): Promise<string | null> {
    return this.#settings.logout_url ?? null;
  }

  /** Whether a request comes from the proxy, and with a name. */
  identifiesUser(brought: ProxiedRequest): boolean {
    return this.#isFromProxy(brought) && brought.header(this.#settings.header).length > 0;
  }

  /**
   * Who the proxy says it is. What comes from elsewhere says nothing, whatever its headers.
   * @throws ProviderProblem
   */
  identify(brought: ProxiedRequest): Identity {
    const { header, email_domain: domain, full_name_header: nameHeader, groups_header: groupsHeader } = this.#settings;
    const [name = "", ...others] = brought.header(header).map((value) => value.trim());
    const isPlain = others.length === 0 && name.length <= MAX_TEXT && !/[\s,;\p{Cc}]/u.test(name);
    if (!this.#isFromProxy(brought)) throw new ProviderProblem("untrusted");
    if (name === "") throw new ProviderProblem("denied");
    // Where a visitor has sent the header too, a proxy that does not replace it appends its own.
    if (!isPlain) throw new ProviderProblem("untrusted");
    return {
      issuer: this.issuer,
      subject: name,
      email: domain !== undefined && !name.includes("@") ? `${name}@${domain}` : name,
      isVerified: true,
      fullName: headerText(brought, nameHeader),
      groups: headerText(brought, groupsHeader)
        .split(",")
        .map((group) => group.trim())
        .filter((group) => group !== "")
        .slice(0, MAX_GROUPS),
    };
  }

  #isFromProxy({ peer }: ProxiedRequest): boolean {
    return includesAddress(this.#settings.proxies, peer);
  }
}

const headerText = (brought: ProxiedRequest, header: string | undefined): string => {
  const [value = ""] = header === undefined ? [] : brought.header(header);
  // Node reads headers as Latin-1; proxies send UTF-8.
  return Buffer.from(value, "latin1").toString("utf8").trim();
};

function includesAddress(list: BlockList, peer: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(peer)?.[1];
  if (mapped !== undefined) return list.check(mapped, "ipv4");
  return peer !== "" && list.check(peer, peer.includes(":") ? "ipv6" : "ipv4");
}
