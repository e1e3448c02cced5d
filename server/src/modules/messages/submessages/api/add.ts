import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { int, text } from "#kernel/http/params.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { addSubmessage } from "../actions/add-submessage.ts";
import { InvalidSubmessageJson, MayNotAttach, WidgetFull, widgetErrors } from "../errors.ts";

const MAX_CONTENT = 10_000;
const MAX_TYPE = 60;

export const add = endpoint.write({
  route: "POST /submessage",
  summary: "Begin a widget in a message, or take a step in it",
  description:
    "The sender of a message begins, with `content` such as " +
    '`{"widget_type": "poll", "extra_data": {"question": "Lunch?", "options": ["Soup"]}}`. Then everybody who may read ' +
    "the message takes steps, unless its channel is archived. In a poll these are `vote` (`key`, `vote` 1 or -1), " +
    "`new_option` (`option`, `idx`) and, for the author, `question` (`question`); in a `todo` list `new_task` (`key`, " +
    "`task`, `desc`, `completed`), `strike` (`key`) and, for the author, `new_task_list_title` (`title`). Nothing is " +
    "merged: clients replay the steps in the order of their ids. All of them together may have a million characters.",
  access: "user",
  input: z.object({
    message_id: int(),
    msg_type: text({ min: 1, max: MAX_TYPE }).describe("`widget`"),
    content: text({ max: MAX_CONTENT }).describe("JSON text, at most 10,000 characters"),
  }),
  response: z.object({}),
  errors: [InvalidMessages, MayNotAttach, WidgetFull, InvalidSubmessageJson, ...widgetErrors],
  async handler(ctx, { input }) {
    await addSubmessage(ctx, { messageId: input.message_id, type: input.msg_type, content: input.content });
    return {};
  },
});
