import type { Module } from "@parlance/kernel/http/module.ts";
import type { Site } from "#modules/organizations/core/hosts.ts";
import { createPreviewLinksJob, prunePagesJob, type ReadPage } from "./jobs.ts";
import { previewLinksJobKind } from "#modules/messages/render/link-preview-request.ts";
import type { LinkPreviewSettings } from "./settings.ts";

/**
 * Previews of the pages that messages link to. The module has no endpoints, because the previews are in the rendered
 * messages.
 */
export function linkPreviewsModule(settings: LinkPreviewSettings & Site): Module {
  const press = settings.linkPreviews
    ? createPreviewLinksJob({ readPage: pageReading(settings), site: settings })
    : { ...previewLinksJobKind, run: async () => undefined };
  return {
    name: "link-previews",
    floor: "message-actions",
    tables: ["link_preview"],
    endpoints: [],
    jobs: [press, prunePagesJob],
  };
}

/**
 * Loads the modules for fetching and parsing pages when the first page is read. Many servers need them late or never.
 */
function pageReading(settings: LinkPreviewSettings): ReadPage {
  let reader: ReturnType<typeof pageReader> | undefined;
  return async (address, reading) => (await (reader ??= pageReader(settings))).read(address, reading);
}

async function pageReader(settings: LinkPreviewSettings) {
  const [{ createPreviewFetchPolicy }, { PageReader }] = await Promise.all([
    import("./preview-fetch-policy.ts"),
    import("./pages/page-reader.ts"),
  ]);
  return new PageReader(createPreviewFetchPolicy(settings, "link previews"));
}
