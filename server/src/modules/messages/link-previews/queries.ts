import { sql } from "kysely";
import type { Embed } from "@parlance/markdown/index.ts";
import type { BotType } from "@parlance/contract/entities/bot.ts";
import type { Role } from "@parlance/contract/entities/roles.ts";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";
import { normalizePageUrl } from "./normalize-page-url.ts";

/** A message and its sender, with the columns needed to render it again. */
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

/** Returns undefined if the message was deleted. */
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

/** Time for which a page's metadata are cached, and for which it is cached that there is nothing to show. */
const PAGE_TTL_MS = 6 * 3600 * 1000;
const EMPTY_PAGE_TTL_MS = 3600 * 1000;

/**
 * Loads the cached metadata of pages, by link. `null` means that there is nothing to show. Pass it to the renderer
 * whenever a message is rendered again; otherwise its previews are lost.
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
