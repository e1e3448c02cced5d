import type { Client, Outcome } from "../../connection/client.ts";

/** Stars or unstars messages. */
export const setStarred = (client: Pick<Client, "change">, ids: readonly number[], isOn: boolean): Promise<Outcome> =>
  setFlag(client, "starred", ids, isOn);

/** Collapses a message to its first lines, or expands it. */
export const setCollapsed = (client: Pick<Client, "change">, id: number, isOn: boolean): Promise<Outcome> =>
  setFlag(client, "collapsed", [id], isOn);

function setFlag(
  { change }: Pick<Client, "change">,
  flag: "starred" | "collapsed",
  ids: readonly number[],
  isOn: boolean,
): Promise<Outcome> {
  const messages = [...ids];
  return change({
    expects: [
      isOn
        ? { type: "update_message_flags", op: "add", operation: "add", flag, messages, all: false }
        : { type: "update_message_flags", op: "remove", operation: "remove", flag, messages, all: false },
    ],
    request: (call) => call("POST", "/messages/flags", { messages, op: isOn ? "add" : "remove", flag }),
  });
}
