import type { Reader } from "#kernel/db/types.ts";
import type { Actor } from "#kernel/http/context.ts";
import { nameKey } from "#modules/channels/core/access/channel-access.ts";
import { required } from "#kernel/required.ts";
import { renderDescriptions } from "../render-descriptions.ts";
import { channelDescription, channelName } from "#modules/channels/core/channel-names.ts";

/** The words of a channel that may be created. */
export interface ChannelDraft {
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
}

interface Given {
  readonly name: string;
  readonly description?: string | undefined;
}

/** Checks the name, and renders the description. Throws `nameErrors`. */
export async function draftChannel(db: Reader, writer: Actor, given: Given): Promise<ChannelDraft> {
  const [draft] = await draftChannels(db, writer, [given]);
  return required(draft);
}

/** Checks names, and renders descriptions. Of several that name the same channel the first counts. */
export async function draftChannels(db: Reader, writer: Actor, given: readonly Given[]): Promise<ChannelDraft[]> {
  const drafts = new Map<string, { name: string; description: string }>();
  for (const { name: words, description = "" } of given) {
    const name = channelName(words);
    if (!drafts.has(nameKey(name))) drafts.set(nameKey(name), { name, description: channelDescription(description) });
  }
  const distinct = [...drafts.values()];
  const rendered = await renderDescriptions(
    db,
    writer,
    distinct.map(({ description }) => description),
  );
  return distinct.map((draft, index) => ({ ...draft, renderedDescription: rendered[index] ?? "" }));
}

/** New words of a channel that exists; what is undefined stays. */
export interface ChannelWords {
  readonly name: string | undefined;
  readonly description: { readonly source: string; readonly html: string } | undefined;
}

/** Checks a new name, and renders a new description. Throws `nameErrors`. */
export async function draftWords(
  db: Reader,
  writer: Actor,
  given: { readonly name: string | undefined; readonly description: string | undefined },
): Promise<ChannelWords> {
  const name = given.name === undefined ? undefined : channelName(given.name);
  if (given.description === undefined) return { name, description: undefined };
  const source = channelDescription(given.description);
  const [html = ""] = await renderDescriptions(db, writer, [source]);
  return { name, description: { source, html } };
}
