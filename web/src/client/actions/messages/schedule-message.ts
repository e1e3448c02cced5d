import type { Client, Outcome } from "../../connection/client.ts";
import type { Destination } from "../../outbox/outbox.ts";

/** Schedules a message. `moment` is the time at which the server sends it, in milliseconds since 1970. */
export const scheduleMessage = (
  { change }: Pick<Client, "change">,
  to: Destination,
  content: string,
  moment: number,
): Promise<Outcome> =>
  change({
    expects: [],
    request: (call) =>
      call("POST", "/scheduled_messages", {
        ...(to.kind === "topic"
          ? ({ type: "channel", to: to.channelId, topic: to.topic } as const)
          : ({ type: "direct", to: to.userIds } as const)),
        content,
        scheduled_delivery_timestamp: Math.floor(moment / 1000),
      }),
  });
