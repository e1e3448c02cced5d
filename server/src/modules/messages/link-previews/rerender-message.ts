import { type Embed, type Lookups, render, RenderError } from "@parlance/markdown/index.ts";
import type { MaybePromise } from "@parlance/kernel/base/maybe-promise.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { JobContext } from "@parlance/kernel/jobs/job.ts";
import { realmUrl, type Site } from "#modules/organizations/core/hosts.ts";
import { loadReferences } from "#modules/messages/render/load-references.ts";
import { storeRendering } from "#modules/messages/core/actions/store-rendering.ts";
import { loadCachedPages, findMessageWithAuthor, type MessageWithAuthor } from "./queries.ts";

/**
 * Loads the users, groups, channels and other entities to which a message's text refers, as far as its sender can see
 * them.
 */
export function loadReferencesForMessage(db: Reader, message: MessageWithAuthor, site: Site): MaybePromise<Lookups> {
  const { realm_id: realmId, subdomain, host, sender_id: id, role, bot_type: botType, content } = message;
  const viewer = { id, realmId, role, isBot: botType !== null, botType };
  return loadReferences(db, { realmId, realmUrl: realmUrl({ subdomain: subdomain ?? "", host }, site), viewer }, [
    content,
  ]);
}

/**
 * Renders a text. Returns undefined if the HTML would be too long or rendering takes too long. This is possible
 * although the message was rendered before, for example because the entities to which the text refers have changed.
 */
export function tryRender(content: string, lookups: Lookups) {
  try {
    return render(content, lookups);
  } catch (error) {
    if (error instanceof RenderError) return undefined;
    throw error;
  }
}

/** Maximum number of pages previewed per message. */
export const MAX_PREVIEWED_PAGES = 5;

/**
 * Renders a message with the current state of the entities to which it refers, and with previews of the cached pages.
 * Returns undefined if the text cannot be rendered any more.
 */
async function renderCurrentHtml(
  db: Reader,
  message: MessageWithAuthor,
  site: Site,
  now: Date,
): Promise<string | undefined> {
  const lookups = await loadReferencesForMessage(db, message, site);
  const first = tryRender(message.content, lookups);
  const pages = message.bot_type === null ? (first?.pages ?? []).slice(0, MAX_PREVIEWED_PAGES) : [];
  if (pages.length === 0) return first?.html;
  const known = await loadCachedPages(db, message.realm_id, pages, now);
  const embeds = new Map<string, Embed>([...known].flatMap(([href, embed]) => (embed ? [[href, embed] as const] : [])));
  return tryRender(message.content, { ...lookups, embeds })?.html;
}

/**
 * Renders a message again, with what is now known about the pages and pictures that it links to. Several jobs may do
 * this at the same time. If another job stores its rendering first, this one renders again. The last rendering thus
 * includes the results of all jobs.
 */
export async function rerenderMessage({ db, clock }: JobContext, site: Site, messageId: number): Promise<void> {
  for (let isDone = false; !isDone;) {
    const message = await findMessageWithAuthor(db.reader, messageId);
    if (!message) return;
    const html = await renderCurrentHtml(db.reader, message, site, clock.now());
    if (html === undefined) return;
    const { realm_id: realmId, content, rendered_content: before } = message;
    isDone = await db.write((tx) =>
      storeRendering(tx, { realmId, messageId, content, previousHtml: before, html, now: clock.now() }),
    );
  }
}
