import type { Client, Outcome } from "../../connection/client.ts";

/** Takes a step in a poll or a list of things to do. A step done twice may undo itself: the server's own event tells of it. */
export const submitWidgetAction = (
  { change }: Pick<Client, "change">,
  messageId: number,
  step: Readonly<Record<string, unknown>>,
): Promise<Outcome> =>
  change({
    expects: [],
    request: (call) =>
      call("POST", "/submessage", { message_id: messageId, msg_type: "widget", content: JSON.stringify(step) }),
  });
