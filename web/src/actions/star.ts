import type { Client, Outcome } from "../connection/client.ts";

/** Stars messages, or takes their stars away. */
export const star = ({ change }: Pick<Client, "change">, ids: readonly number[], isOn: boolean): Promise<Outcome> => {
  const flag = "starred" as const;
  const messages = [...ids];
  return change({
    expects: [
      isOn
        ? { type: "update_message_flags", op: "add", operation: "add", flag, messages, all: false }
        : { type: "update_message_flags", op: "remove", operation: "remove", flag, messages, all: false },
    ],
    request: (call) => call("POST", "/messages/flags", { messages, op: isOn ? "add" : "remove", flag }),
  });
};
