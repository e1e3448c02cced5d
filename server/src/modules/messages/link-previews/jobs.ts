import { z } from "zod";
import type { Embed } from "@parlance/markdown/index.ts";
import type { JobContext, JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import { FetchRejected } from "@parlance/kernel/outgoing/fetch-errors.ts";
import { ParsingFailure } from "@parlance/kernel/untrusted-parsing/parsing-failure.ts";
import type { Site } from "#modules/organizations/core/hosts.ts";
import { normalizePageUrl } from "./normalize-page-url.ts";
import type { ReadOptions } from "./pages/page-reader.ts";
import { loadCachedPages, findMessageWithAuthor, type MessageWithAuthor } from "./queries.ts";
import { loadReferencesForMessage, MAX_PREVIEWED_PAGES, tryRender, rerenderMessage } from "./rerender-message.ts";
import { previewLinksJobKind } from "#modules/messages/render/link-preview-request.ts";
import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

/**
 * Stores the metadata of fetched pages in an organization's cache, by URL. `null` stands for a page without a preview.
 */
async function storePages(
  tx: Tx,
  { realmId, now }: { realmId: number; now: Date },
  pages: ReadonlyMap<string, Embed | null>,
): Promise<void> {
  // Sorted, because two transactions that write the same pages in different orders could deadlock.
  const urls = [...pages.keys()].toSorted();
  const embeds = urls.map((url) => JSON.stringify(pages.get(url) ?? null));
  await sql`
    insert into link_preview (realm_id, url, fetched_at, embed)
    select ${realmId}, url, ${now}, nullif(embed, 'null')::jsonb
    from unnest(${urls}::text[], ${embeds}::text[]) as page (url, embed)
    on conflict (realm_id, url) do update set fetched_at = excluded.fetched_at, embed = excluded.embed`.execute(tx);
}

/** Deletes cached pages that were last fetched before `before`. */
const deletePages = (tx: Tx, before: Date): Promise<unknown> =>
  tx.deleteFrom("link_preview").where("fetched_at", "<", before).execute();

/** Retention of cached pages. */
const PAGE_RETENTION_MS = 7 * 24 * 3600 * 1000;

/** Function that reads the metadata of a page. See `PageReader`. */
export type ReadPage = (address: string, reading: ReadOptions) => Promise<Embed | null>;

interface PreviewOptions {
  readonly readPage: ReadPage;
  readonly site: Site;
}

/**
 * Job that adds previews to a message for the pages that it links to, unless a bot sent the message. If the message has
 * been edited since the job was enqueued, its old links get no previews. The edit has enqueued another job for the new
 * text.
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
  // The list of pages is empty if the organization has disabled previews.
  const pages = tryRender(content, lookups)?.pages ?? [];
  if (pages.length === 0) return;
  const isAnyShown = await loadUnknownPages(ctx, readPage, realmId, pages.slice(0, MAX_PREVIEWED_PAGES));
  if (isAnyShown) await rerenderMessage(ctx, site, messageId);
}

/**
 * Fetches those pages that are not in the cache, and adds them to the cache. Returns true if any of the linked pages
 * has a preview.
 */
async function loadUnknownPages(ctx: JobContext, readPage: ReadPage, realmId: number, links: readonly string[]) {
  const { db, clock, signal } = ctx;
  const known = await loadCachedPages(db.reader, realmId, links, clock.now());
  const unknown = links.filter((href) => !known.has(href)).map((href) => normalizePageUrl(href));
  const urls = new Set(unknown.filter((url) => url !== null));
  const fetched = new Map(
    await Promise.all([...urls].map(async (url) => [url, await readEmbed(ctx, readPage, realmId, url)] as const)),
  );
  // If the fetch was aborted because the server is shutting down, the result must not be cached.
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
    // The URL is not logged, because the links in messages are private.
    const { name, code, message } = error as NodeJS.ErrnoException;
    const isOurs = error instanceof FetchRejected || error instanceof ParsingFailure;
    log.debug({ reason: isOurs ? message : (code ?? name) }, "a page could not be fetched for a link preview");
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
