import manifest from "../../../../package.json" with { type: "json" };
import type { LinkPreviewSettings } from "./settings.ts";
import type { FetchPolicy } from "@parlance/kernel/outgoing/fetch-document.ts";
import { SsrfGuard } from "@parlance/kernel/outgoing/ssrf-guard.ts";

/** How this server fetches documents of other sites. `purpose`: why, in a few words that those sites may read. */
export function createPreviewFetchPolicy(
  { linkPreviewInternalHosts: internalHosts, linkPreviewProxy: proxy }: LinkPreviewSettings,
  purpose: string,
): FetchPolicy {
  const guard = new SsrfGuard({ internalHosts, isBehindProxy: proxy !== undefined });
  return { guard, proxy, userAgent: `Parlance/${manifest.version} (${purpose})` };
}
