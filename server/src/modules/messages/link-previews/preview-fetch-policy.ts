import manifest from "../../../../package.json" with { type: "json" };
import type { LinkPreviewSettings } from "./settings.ts";
import type { FetchPolicy } from "@parlance/kernel/outgoing/fetch-document.ts";
import { SsrfGuard } from "@parlance/kernel/outgoing/ssrf-guard.ts";

/**
 * Creates the policy for fetching documents of other sites. `purpose` describes in a few words why documents are
 * fetched; it is part of the user agent that these sites receive.
 */
export function createPreviewFetchPolicy(
  { linkPreviewInternalHosts: internalHosts, linkPreviewProxy: proxy }: LinkPreviewSettings,
  purpose: string,
): FetchPolicy {
  const guard = new SsrfGuard({ internalHosts, isBehindProxy: proxy !== undefined });
  return { guard, proxy, userAgent: `Parlance/${manifest.version} (${purpose})` };
}
