import type { Client, Outcome } from "../../connection/client.ts";

/**
 * Submits an action in a poll or a to-do list. Nothing is shown before the server's event: applying an action twice,
 * now and with the event, could undo it.
 */
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
