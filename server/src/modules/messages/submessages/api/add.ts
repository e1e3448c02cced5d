import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { addSubmessage } from "../actions/add-submessage.ts";
import { InvalidSubmessageJson, CannotAddSubmessage, WidgetDataLimitExceeded, widgetErrors } from "../errors.ts";
import { messageId } from "#modules/platform/parameters/identifying-parameters.ts";

const MAX_CONTENT_CHARACTERS = 10_000;
const MAX_TYPE_CHARACTERS = 60;

export const add = endpoint.write({
  route: "POST /submessage",
  summary: "Create or update a widget",
  description:
    "The sender of a message creates a widget with `content` such as " +
    '`{"widget_type": "poll", "extra_data": {"question": "Lunch?", "options": ["Soup"]}}`. Every user who can read ' +
    "the message can then send updates, unless its channel is archived. Updates of a poll are `vote` (`key`, `vote` " +
    "1 or -1), `new_option` (`option`, `idx`) and, for the sender, `question` (`question`). Updates of a `todo` " +
    "list are `new_task` (`key`, `task`, `desc`, `completed`), `strike` (`key`) and, for the sender, " +
    "`new_task_list_title` (`title`). The server stores updates without merging them; clients replay them in the " +
    "order of their ids. All updates of a message together can have a million characters.",
  access: "user",
  input: z.object({
    message_id: messageId().describe("Id of the message."),
    msg_type: text({ min: 1, max: MAX_TYPE_CHARACTERS }).describe("Always `widget`."),
    content: text({ max: MAX_CONTENT_CHARACTERS }).describe("JSON as text, at most 10,000 characters."),
  }),
  response: z.object({}),
  errors: [InvalidMessages, CannotAddSubmessage, WidgetDataLimitExceeded, InvalidSubmessageJson, ...widgetErrors],
  async handler(ctx, { input }) {
    await addSubmessage(ctx, { messageId: input.message_id, type: input.msg_type, content: input.content });
    return {};
  },
});
