import { sql } from "kysely";
import type { Embed } from "@parlance/markdown/index.ts";
import type { BotType } from "@parlance/contract/entities/bot.ts";
import type { Role } from "@parlance/contract/entities/roles.ts";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";
import { normalizePageUrl } from "./normalize-page-url.ts";

/** A message with the data about its sender and organization that rendering requires. */
export interface MessageWithAuthor {
  readonly id: number;
  readonly content: string;
  readonly rendered_content: string;
  readonly realm_id: number;
  readonly subdomain: string | null;
  readonly host: string | null;
  readonly sender_id: number;
  readonly role: Role;
  /** `null` if the sender is not a bot. */
  readonly bot_type: BotType | null;
}

/** Loads a message and its sender. Returns undefined if the message was deleted. */
export async function findMessageWithAuthor(db: Reader, id: number): Promise<MessageWithAuthor | undefined> {
  const { rows } = await sql<MessageWithAuthor>`
    select message.id, message.content, message.rendered_content, message.realm_id, realm.subdomain, realm.host,
      message.sender_id, account.role, account.bot_type
    from message
    join realm on realm.id = message.realm_id
    join account on account.id = message.sender_id
    where message.id = ${id}`.execute(db);
  return rows[0];
}

/** Lifetimes of cached pages: of pages with a preview, and of pages without one. */
const PAGE_TTL_MS = 6 * 3600 * 1000;
const EMPTY_PAGE_TTL_MS = 3600 * 1000;

/**
 * Loads the metadata of cached pages, by the links that lead to them. `null` stands for a page without a preview.
 * Whenever a message is rendered again, these pages must be given to the renderer, because the message would lose its
 * previews otherwise.
 */
export async function loadCachedPages(
  db: Reader,
  realmId: number,
  links: readonly string[],
  now: Date,
): Promise<Map<string, Embed | null>> {
  const urls = links.map((href) => normalizePageUrl(href)).filter((url) => url !== null);
  const rows = await db
    .selectFrom("link_preview")
    .select(["url", "fetched_at", "embed"])
    .where("realm_id", "=", realmId)
    .where("url", "=", sql<string>`any(${urls}::text[])`)
    .execute();
  const known = new Map(rows.filter(isFresh(now)).map(({ url, embed }) => [url, embed as Embed | null]));
  return new Map(
    links.flatMap((href) => {
      const embed = known.get(normalizePageUrl(href) ?? "");
      return embed === undefined ? [] : [[href, embed] as const];
    }),
  );
}

const isFresh = (now: Date) => {
  return ({ fetched_at: at, embed }: Pick<Row<"link_preview">, "fetched_at" | "embed">) =>
    now.getTime() - at.getTime() < (embed === null ? EMPTY_PAGE_TTL_MS : PAGE_TTL_MS);
};
