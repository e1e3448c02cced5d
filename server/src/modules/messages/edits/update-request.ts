import type { Rendered } from "@parlance/markdown/index.ts";
import { AppError } from "@parlance/kernel/base/errors.ts";
import type { Read } from "@parlance/kernel/http/context.ts";
import type { MoveRequest } from "#modules/messages/moves/move-request.ts";
import { renderContent } from "#modules/messages/render/render-content.ts";
import { EMPTY_TOPIC_NAME, normalizeEdit, normalizeTopic } from "#modules/messages/conversations/message-text.ts";

/** Changes to a message that a client requests. A move can include other messages of the topic. */
export interface UpdateRequest {
  readonly content?: string | undefined;
  readonly topic?: string | undefined;
  readonly stream_id?: number | undefined;
  readonly propagate_mode: "change_one" | "change_later" | "change_all";
  readonly send_notification_to_old_thread: boolean;
  readonly send_notification_to_new_thread: boolean;
  readonly prev_content_sha256?: string | undefined;
}

/** A message text: its Markdown as it is stored, and the result of rendering it. */
export interface RenderedContent {
  readonly source: string;
  readonly rendered: Rendered;
}

/**
 * The normalized texts of an update request. An error in a text is stored here instead of being thrown, because other
 * errors of the request are reported first.
 */
export interface PreparedTexts {
  readonly content: RenderedContent | AppError | undefined;
  readonly topic: string | AppError | undefined;
}

/** Normalizes and renders the texts. Called before anything is locked, because rendering may take long. */
export async function prepareTexts(ctx: Read, { content, topic }: UpdateRequest): Promise<PreparedTexts> {
  return {
    content: content === undefined ? undefined : await captureError(() => renderNewContent(ctx, content)),
    topic: topic === undefined ? undefined : await captureError(() => normalizeNewTopic(topic)),
  };
}

async function renderNewContent(ctx: Read, raw: string): Promise<RenderedContent> {
  const source = normalizeEdit(raw);
  return { source, rendered: await renderContent(ctx, source) };
}

function normalizeNewTopic(raw: string): string {
  const topic = normalizeTopic(raw);
  return topic === EMPTY_TOPIC_NAME ? "" : topic;
}

async function captureError<T>(make: () => T | Promise<T>): Promise<T | AppError> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Returns the move that a request describes. An invalid topic is omitted, because its error is reported later. */
export const moveRequestOf = (request: UpdateRequest, { topic }: PreparedTexts): MoveRequest => ({
  ...(typeof topic === "string" && { topic }),
  ...(request.stream_id !== undefined && { channelId: request.stream_id }),
  mode: request.propagate_mode,
  notifyOld: request.send_notification_to_old_thread,
  notifyNew: request.send_notification_to_new_thread,
});
