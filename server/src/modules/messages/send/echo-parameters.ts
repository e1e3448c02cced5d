import { text } from "@parlance/kernel/http/params.ts";
import { identifies } from "#modules/platform/parameters/identifying-parameters.ts";

/** Maximum length of the client's ids for its queue and its message, in characters. Both are stored with the event. */
const MAX_ECHO_LENGTH = 100;

const echoed = () => text({ max: MAX_ECHO_LENGTH });

/** Parameters by which a client recognizes its own message: the event in the queue `queue_id` repeats `local_id`. */
export const echoParameters = {
  queue_id: identifies(echoed(), "event queue").optional().describe("Event queue whose `message` has the `local_id`."),
  local_id: identifies(echoed(), "unsent message")
    .optional()
    .describe("The client's own id for the message until it knows the real one."),
};
