import type { StoredUpdateEvent } from "./change-events.ts";
import { isMeMessage } from "#modules/messages/conversations/message-text.ts";

/** What a text was, and what it is now: Markdown and HTML. */
export interface ContentEdit {
  readonly before: { readonly content: string; readonly rendered: string };
  readonly after: { readonly content: string; readonly rendered: string };
}

type ContentEventField = "orig_content" | "orig_rendered_content" | "content" | "rendered_content" | "is_me_message";

/** What those hear of an edit who have the message. */
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

/** What the message's history keeps of an edit: columns of `message_edit`. */
export const contentEditColumns = ({ before }: ContentEdit) => ({
  prev_content: before.content,
  prev_rendered_content: before.rendered,
});
