import { flag, hosts, httpProxy, optional, setting } from "@parlance/kernel/config/setting.ts";

/** The settings of link previews. */
export const linkPreviewSettings = {
  linkPreviews: setting(flag, {
    key: "link_previews.enabled",
    variable: "PARLANCE_LINK_PREVIEWS",
    default: true,
    meaning:
      "Whether the server fetches linked pages for link previews, in organizations that turned them on (`inline_url_embed_preview`).",
  }),
  linkPreviewProxy: optional(httpProxy, {
    key: "link_previews.proxy",
    variable: "PARLANCE_LINK_PREVIEW_PROXY",
    defaultText: "none",
    meaning:
      "Proxy through which linked pages are fetched (`CONNECT`). It resolves their host names, so it has to refuse internal addresses.",
  }),
  linkPreviewInternalHosts: setting(hosts, {
    key: "link_previews.internal_hosts",
    variable: "PARLANCE_LINK_PREVIEW_INTERNAL_HOSTS",
    default: [],
    defaultText: "none",
    meaning:
      "Hosts with link previews despite internal addresses or ports other than 80 and 443. Every user can then see the title and description of all their pages that require no login.",
  }),
};

/** Settings for fetching the pages that messages link to. */
export interface LinkPreviewSettings {
  /** True if pages are previewed. */
  readonly linkPreviews: boolean;
  /**
   * Hosts that may be requested even though their addresses are internal, with the port if it is not the default port.
   */
  readonly linkPreviewInternalHosts: readonly string[];
  /** URL of a proxy that pages are fetched through. The proxy creates a tunnel for each connection. */
  readonly linkPreviewProxy?: string | undefined;
}
