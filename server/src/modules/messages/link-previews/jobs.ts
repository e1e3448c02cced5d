import { z } from "zod";
import type { Embed } from "@parlance/markdown/index.ts";
import type { JobContext, JobDeclaration } from "#kernel/jobs/job.ts";
import type { Site } from "#modules/organizations/core/hosts.ts";
import { forgetPages, rememberPages } from "./actions/remember-pages.ts";
import { pageAddress } from "./normalize-page-url.ts";
import type { Reading } from "./pages/page-reader.ts";
import { knownPages, loadWritten, type WrittenMessage } from "./queries.ts";
import { lookUpAgain, MOST_PAGES, rendered, showAgain } from "./rerender-message.ts";
import { previewLinks } from "#modules/messages/render/link-preview-request.ts";

/** How long pages are kept that nobody links to any more. */
const KEPT_MS = 7 * 24 * 3600 * 1000;

/** Finds out what a page says of itself, as `PageReader` does. */
export type ReadPage = (address: string, reading: Reading) => Promise<Embed | null>;

interface Press {
  readonly readPage: ReadPage;
  readonly site: Site;
}

/**
 * Shows previews of the pages that a message links to now. If the text has changed since, it is left alone: the edit has a
 * job of its own.
 */
export const previewPages = (press: Press): JobDeclaration => ({
  ...previewLinks,
  async run(ctx, payload) {
    const message = await loadWritten(ctx.db.reader, previewLinks.payload.parse(payload).message_id);
    if (message?.bot_type === null) await preview(ctx, press, message);
  },
});

async function preview(ctx: JobContext, { readPage, site }: Press, message: WrittenMessage): Promise<void> {
  const { db } = ctx;
  const { id: messageId, realm_id: realmId, content } = message;
  const lookups = await lookUpAgain(db.reader, message, site);
  // There are none in organizations that want no previews.
  const pages = rendered(content, lookups)?.pages ?? [];
  if (pages.length === 0) return;
  const isAnyShown = await findOut(ctx, readPage, realmId, pages.slice(0, MOST_PAGES));
  if (isAnyShown) await showAgain(ctx, site, messageId);
}

/** Remembers what pages say that are not known yet. Returns whether there is anything to be shown of any of these. */
async function findOut(ctx: JobContext, readPage: ReadPage, realmId: number, links: readonly string[]) {
  const { db, clock, signal } = ctx;
  const known = await knownPages(db.reader, realmId, links, clock.now());
  const unknown = links.filter((href) => !known.has(href)).map((href) => pageAddress(href));
  const urls = new Set(unknown.filter((url) => url !== null));
  const fetched = new Map(
    await Promise.all([...urls].map(async (url) => [url, await embedOf(ctx, readPage, realmId, url)] as const)),
  );
  // What was cut off by a stop says nothing of the page.
  signal.throwIfAborted();
  if (fetched.size > 0) await db.write((tx) => rememberPages(tx, { realmId, now: clock.now() }, fetched));
  return [...known.values(), ...fetched.values()].some((embed) => embed !== null);
}

async function embedOf(
  { log, signal }: JobContext,
  readPage: ReadPage,
  realmId: number,
  url: string,
): Promise<Embed | null> {
  try {
    return await readPage(url, { realmId, stop: signal });
  } catch (error) {
    // Not its address: what people link to is theirs.
    const { name, code, message } = error as NodeJS.ErrnoException;
    const isKnown = name === "FetchRefusal" || name === "ParsingFailure";
    log.debug({ reason: isKnown ? message : (code ?? name) }, "a page could not be fetched for a link preview");
    return null;
  }
}

/** Forgets what pages said long ago. */
export const prunePages: JobDeclaration = {
  name: "prune-link-previews",
  payload: z.object({}),
  schedule: "23 4 * * *",
  async run({ db, clock }) {
    const before = new Date(clock.now().getTime() - KEPT_MS);
    await db.write((tx) => forgetPages(tx, before));
  },
};
