import { channelNameKey } from "#modules/channels/core/access/channel-access.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { type DescriptionContext, renderDescriptions } from "../render-descriptions.ts";
import { normalizeDescription, parseChannelName } from "#modules/channels/core/channel-names.ts";

/** The validated name of a channel, and its description with the rendered HTML. */
export interface ChannelText {
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
}

interface ChannelTextInput {
  readonly name: string;
  readonly description?: string | undefined;
}

/**
 * Validates a channel's name, and renders its description.
 * @throws the errors in `channelNameErrors`
 */
export async function prepareChannelText(ctx: DescriptionContext, input: ChannelTextInput): Promise<ChannelText> {
  const [draft] = await prepareChannelTexts(ctx, [input]);
  return required(draft);
}

/**
 * Validates the names of several channels, and renders their descriptions. If a channel is named more than once, its
 * first entry is used.
 * @throws the errors in `channelNameErrors`
 */
export async function prepareChannelTexts(
  ctx: DescriptionContext,
  input: readonly ChannelTextInput[],
): Promise<ChannelText[]> {
  const drafts = new Map<string, { name: string; description: string }>();
  for (const { name: words, description = "" } of input) {
    const name = parseChannelName(words);
    if (!drafts.has(channelNameKey(name)))
      drafts.set(channelNameKey(name), { name, description: normalizeDescription(description) });
  }
  const distinct = [...drafts.values()];
  const rendered = await renderDescriptions(
    ctx,
    distinct.map(({ description }) => description),
  );
  return distinct.map((draft, index) => ({ ...draft, renderedDescription: rendered[index] ?? "" }));
}

/** A new name and description of an existing channel. Undefined properties stay unchanged. */
export interface ChannelTextUpdate {
  readonly name: string | undefined;
  readonly description: { readonly source: string; readonly html: string } | undefined;
}

/**
 * Validates the new name of a channel, and renders its new description, as far as they are input.
 * @throws the errors in `channelNameErrors`
 */
export async function prepareChannelTextUpdate(
  ctx: DescriptionContext,
  input: { readonly name: string | undefined; readonly description: string | undefined },
): Promise<ChannelTextUpdate> {
  const name = input.name === undefined ? undefined : parseChannelName(input.name);
  if (input.description === undefined) return { name, description: undefined };
  const source = normalizeDescription(input.description);
  const [html = ""] = await renderDescriptions(ctx, [source]);
  return { name, description: { source, html } };
}
