import type { Module } from "#kernel/http/module.ts";
import type { Site } from "#modules/1-ground/realms/hosts.ts";
import manifest from "../../../../package.json" with { type: "json" };
import { Gate } from "./fetching/gate.ts";
import { previewPages, prunePages } from "./jobs.ts";
import { PageReader } from "./pages/page-reader.ts";
import { previewLinks } from "#modules/6-messages/messages/link-preview-request.ts";
import type { LinkPreviewSettings } from "./settings.ts";

/** What pages are about that messages link to; nobody calls it over HTTP. */
export function linkPreviewsModule(settings: LinkPreviewSettings & Site): Module {
  const { linkPreviews, linkPreviewInternalHosts: internalHosts, linkPreviewProxy: proxy } = settings;
  const gate = new Gate({ internalHosts, isBehindProxy: proxy !== undefined });
  const reader = new PageReader({ gate, proxy, userAgent: `Parlance/${manifest.version} (link previews)` });
  const press = linkPreviews
    ? previewPages({ reader, site: settings })
    : { ...previewLinks, run: async () => undefined };
  return { name: "link-previews", endpoints: [], jobs: [press, prunePages] };
}
