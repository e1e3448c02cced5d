import { preloadFor, render, RenderError, type Lookups } from "@parlance/markdown/index.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { isMarkdown } from "#modules/users/profile-fields/definitions/field-types.ts";
import { loadReferences } from "#modules/messages/render/load-references.ts";
import type { ExportedTable, Fields } from "../columns/exported-column.ts";

type ImportedFields = Record<string, unknown>;

/** The columns that contain the source of a rendered text, the result, and the author. */
interface Rendering {
  readonly source: string;
  readonly target: string;
  readonly writer: string;
}

const renderings: Partial<Record<ExportedTable, Rendering>> = {
  message: { source: "content", target: "rendered_content", writer: "sender_id" },
  message_edit: { source: "prev_content", target: "prev_rendered_content", writer: "user_id" },
  scheduled_message: { source: "content", target: "rendered_content", writer: "sender_id" },
};

/** Tables whose descriptions are rendered only at the end of the import. Until then, the rendered text is empty. */
const descriptions: readonly ExportedTable[] = ["channel", "channel_folder"];

/** Profile texts cannot refer to users, groups or channels, so nothing is looked up. */
const emptyLookups = { users: [], groups: [], channels: [], emptyTopicName: "" };

/** The organization that is being imported, for rendering its texts. */
export interface ImportedRealm {
  readonly realmId: number;
  readonly realmUrl: string;
  /** Users and bots of the organization, by id. */
  readonly writers: ReadonlyMap<number, Actor>;
}

/**
 * Renders the texts of rows. Files contain no rendered texts, because their HTML could not be trusted. References are
 * resolved as their authors can see them, among the rows that were already imported.
 */
export async function renderRows(
  db: Reader,
  place: ImportedRealm,
  table: ExportedTable,
  rows: readonly { readonly row: ImportedFields; readonly file: Fields }[],
): Promise<void> {
  if (descriptions.includes(table)) for (const { row } of rows) row["rendered_description"] = "";
  if (table === "custom_profile_value") await renderProfiles(rows);
  const rendering = renderings[table];
  if (!rendering) return;
  const byWriter = Map.groupBy(
    rows.filter(({ row }) => typeof row[rendering.source] === "string"),
    ({ row }) => row[rendering.writer] as number,
  );
  for (const { row } of rows) row[rendering.target] = null;
  for (const [writerId, own] of byWriter) {
    const html = await renderTexts(
      db,
      place,
      writerId,
      own.map(({ row }) => row[rendering.source] as string),
    );
    for (const [index, { row }] of own.entries()) row[rendering.target] = html[index];
  }
}

/** Renders texts of a user. A text that can no longer be rendered is shown as plain text. */
export async function renderTexts(
  db: Reader,
  { realmId, realmUrl, writers }: ImportedRealm,
  writerId: number,
  texts: readonly string[],
): Promise<string[]> {
  const viewer = writers.get(writerId) ?? null;
  const lookups = await loadReferences(db, { realmId, realmUrl, viewer }, texts);
  return texts.map((text) => renderedOrPlain(text, lookups));
}

/** Renders descriptions, which cannot mention users or groups and have no previews. */
export async function renderDescriptions(
  db: Reader,
  place: ImportedRealm,
  writerId: number | null,
  texts: readonly string[],
) {
  const viewer = place.writers.get(writerId ?? 0) ?? null;
  const lookups = await loadReferences(db, { realmId: place.realmId, viewer }, texts);
  return texts.map((text) => renderedOrPlain(text, { ...lookups, users: [], groups: [], showPreviews: false }));
}

function renderedOrPlain(text: string, lookups: Lookups): string {
  try {
    return render(text, lookups).html;
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    return `<p>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</p>`;
  }
}

async function renderProfiles(rows: readonly { readonly row: ImportedFields; readonly file: Fields }[]): Promise<void> {
  await preloadFor(rows.map(({ row }) => String(row["value"])));
  for (const { row, file } of rows) {
    const isText = isMarkdown(Number(file["field_type"]));
    row["rendered_value"] = isText ? renderedOrPlain(String(row["value"]), emptyLookups) : null;
  }
}
