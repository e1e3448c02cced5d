import type { StoredUpdateEvent } from "./change-events.ts";
import { isMeMessage } from "#modules/messages/conversations/message-text.ts";

/** The text before and after an edit, as Markdown and as HTML. */
export interface ContentEdit {
  readonly before: { readonly content: string; readonly rendered: string };
  readonly after: { readonly content: string; readonly rendered: string };
}

type ContentEventField = "orig_content" | "orig_rendered_content" | "content" | "rendered_content" | "is_me_message";

/** Returns the event fields that describe the edit to users who have the message. */
export const contentEditEventFields = ({
  before,
  after,
}: ContentEdit): Required<Pick<StoredUpdateEvent, ContentEventField>> => ({
  orig_content: before.content,
  orig_rendered_content: before.rendered,
  content: after.content,
  rendered_content: after.rendered,
  is_me_message: isMeMessage(after.content),
});

/** Columns of `message_edit` that record an edit in the message's history. */
export const contentEditColumns = ({ before }: ContentEdit) => ({
  prev_content: before.content,
  prev_rendered_content: before.rendered,
});
