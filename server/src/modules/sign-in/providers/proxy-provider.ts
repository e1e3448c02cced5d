import type { BlockList } from "node:net";
import type { Identity } from "../core/identities/identity.ts";
import { ProviderProblem, type LoginProvider } from "./login-provider.ts";
import type { ProxySettings } from "./proxy-settings.ts";

const MAX_GROUPS = 1000;
const MAX_TEXT = 300;

/** The headers of a request, and the address from which it came. */
export interface ProxiedRequest {
  /** IP address of the other end of the connection, independent of headers. */
  readonly peer: string;
  /** Returns all values of a header, whose name is given in lower case. */
  header(name: string): readonly string[];
}

/** A reverse proxy in front of this server that authenticates users and sends their names in a header. */
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

  /** Returns true if a request comes from the proxy and names a user. */
  identifiesUser(brought: ProxiedRequest): boolean {
    return this.#isFromProxy(brought) && brought.header(this.#settings.header).length > 0;
  }

  /**
   * Returns the identity in the proxy's header. The header is trusted only if the request comes from the proxy's
   * address.
   * @throws ProviderProblem
   */
  identify(brought: ProxiedRequest): Identity {
    const { header, email_domain: domain, full_name_header: nameHeader, groups_header: groupsHeader } = this.#settings;
    const [name = "", ...others] = brought.header(header).map((value) => value.trim());
    const isPlain = others.length === 0 && name.length <= MAX_TEXT && !/[\s,;\p{Cc}]/u.test(name);
    if (!this.#isFromProxy(brought)) throw new ProviderProblem("untrusted");
    if (name === "") throw new ProviderProblem("denied");
    // If a visitor sends the header too, some proxies append their own value to the visitor's, so a header with several
    // names is rejected.
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
  // Node.js decodes headers as Latin-1, but proxies send UTF-8.
  return Buffer.from(value, "latin1").toString("utf8").trim();
};

function includesAddress(list: BlockList, peer: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(peer)?.[1];
  if (mapped !== undefined) return list.check(mapped, "ipv4");
  return peer !== "" && list.check(peer, peer.includes(":") ? "ipv6" : "ipv4");
}
