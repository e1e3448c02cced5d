import { z } from "zod";
import type { Embed } from "@parlance/markdown/index.ts";
import type { JobContext, JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import type { Site } from "#modules/organizations/core/hosts.ts";
import { normalizePageUrl } from "./normalize-page-url.ts";
import type { ReadOptions } from "./pages/page-reader.ts";
import { loadCachedPages, findMessageWithAuthor, type MessageWithAuthor } from "./queries.ts";
import { loadReferencesForMessage, MAX_PREVIEWED_PAGES, tryRender, rerenderMessage } from "./rerender-message.ts";
import { previewLinksJobKind } from "#modules/messages/render/link-preview-request.ts";
import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

/**
 * Caches the metadata of pages that messages of an organization link to, by URL. `null` means that there is nothing to
 * show.
 */
async function storePages(
  tx: Tx,
  { realmId, now }: { realmId: number; now: Date },
  pages: ReadonlyMap<string, Embed | null>,
): Promise<void> {
  // In a fixed order, because two writers of the same pages could deadlock otherwise.
  const urls = [...pages.keys()].toSorted();
  const embeds = urls.map((url) => JSON.stringify(pages.get(url) ?? null));
  await sql`
    insert into link_preview (realm_id, url, fetched_at, embed)
    select ${realmId}, url, ${now}, nullif(embed, 'null')::jsonb
    from unnest(${urls}::text[], ${embeds}::text[]) as page (url, embed)
    on conflict (realm_id, url) do update set fetched_at = excluded.fetched_at, embed = excluded.embed`.execute(tx);
}

/** Deletes cached pages that were last fetched before the given time. */
const deletePages = (tx: Tx, before: Date): Promise<unknown> =>
  tx.deleteFrom("link_preview").where("fetched_at", "<", before).execute();

/** Retention of pages that no new message links to. */
const PAGE_RETENTION_MS = 7 * 24 * 3600 * 1000;

/** Reads a page's metadata, like `PageReader`. */
export type ReadPage = (address: string, reading: ReadOptions) => Promise<Embed | null>;

interface PreviewOptions {
  readonly readPage: ReadPage;
  readonly site: Site;
}

/**
 * Adds previews to a message for the pages that it links to. If the text has changed since, the job does nothing for
 * the old text: the edit has a job of its own.
 */
export const createPreviewLinksJob = (press: PreviewOptions): JobDeclaration => ({
  ...previewLinksJobKind,
  async run(ctx, payload) {
    const message = await findMessageWithAuthor(ctx.db.reader, previewLinksJobKind.payload.parse(payload).message_id);
    if (message?.bot_type === null) await preview(ctx, press, message);
  },
});

async function preview(ctx: JobContext, { readPage, site }: PreviewOptions, message: MessageWithAuthor): Promise<void> {
  const { db } = ctx;
  const { id: messageId, realm_id: realmId, content } = message;
  const lookups = await loadReferencesForMessage(db.reader, message, site);
  // There are none if the organization has disabled previews.
  const pages = tryRender(content, lookups)?.pages ?? [];
  if (pages.length === 0) return;
  const isAnyShown = await loadUnknownPages(ctx, readPage, realmId, pages.slice(0, MAX_PREVIEWED_PAGES));
  if (isAnyShown) await rerenderMessage(ctx, site, messageId);
}

/** Fetches and caches the pages that are not cached yet. Returns true if any of the pages can be shown. */
async function loadUnknownPages(ctx: JobContext, readPage: ReadPage, realmId: number, links: readonly string[]) {
  const { db, clock, signal } = ctx;
  const known = await loadCachedPages(db.reader, realmId, links, clock.now());
  const unknown = links.filter((href) => !known.has(href)).map((href) => normalizePageUrl(href));
  const urls = new Set(unknown.filter((url) => url !== null));
  const fetched = new Map(
    await Promise.all([...urls].map(async (url) => [url, await readEmbed(ctx, readPage, realmId, url)] as const)),
  );
  // A fetch that was aborted by the server's shutdown proves nothing about the page.
  signal.throwIfAborted();
  if (fetched.size > 0) await db.write((tx) => storePages(tx, { realmId, now: clock.now() }, fetched));
  return [...known.values(), ...fetched.values()].some((embed) => embed !== null);
}

async function readEmbed(
  { log, signal }: JobContext,
  readPage: ReadPage,
  realmId: number,
  url: string,
): Promise<Embed | null> {
  try {
    return await readPage(url, { realmId, signal });
  } catch (error) {
    // The URL is not logged: the links that users send are private.
    const { name, code, message } = error as NodeJS.ErrnoException;
    const isKnown = name === "FetchRefusal" || name === "ParsingFailure";
    log.debug({ reason: isKnown ? message : (code ?? name) }, "a page could not be fetched for a link preview");
    return null;
  }
}

/** Deletes pages from the cache that were fetched long ago. */
export const prunePagesJob: JobDeclaration = {
  name: "prune-link-previews",
  payload: z.object({}),
  schedule: "23 4 * * *",
  async run({ db, clock }) {
    const before = new Date(clock.now().getTime() - PAGE_RETENTION_MS);
    await db.write((tx) => deletePages(tx, before));
  },
};
