import manifest from "../../../../../package.json" with { type: "json" };
import type { LinkPreviewSettings } from "../settings.ts";
import type { Manners } from "./fetch-document.ts";
import { Gate } from "./gate.ts";

/** How this server fetches documents of other sites. `purpose`: why, in a few words that those sites may read. */
export function mannersOf(
  { linkPreviewInternalHosts: internalHosts, linkPreviewProxy: proxy }: LinkPreviewSettings,
  purpose: string,
): Manners {
  const gate = new Gate({ internalHosts, isBehindProxy: proxy !== undefined });
  return { gate, proxy, userAgent: `Parlance/${manifest.version} (${purpose})` };
}
