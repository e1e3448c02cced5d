import type { Narrow, NarrowTerm } from "./narrow.ts";
import type { KnownMessage } from "./messages.ts";

/** Whether a message is in a narrow; undefined where only the server can tell, such as for searched words. */
export function matches(narrow: Narrow, message: KnownMessage, me: number): boolean | undefined {
  let isCertain = true;
  for (const term of narrow) {
    const holds = termHolds(term, message, me);
    if (holds === undefined) isCertain = false;
    else if (holds === (term.negated ?? false)) return false;
  }
  return isCertain ? true : undefined;
}

/** Whether messages of a topic can be in a narrow, whatever else it asks of them. */
export function mayHold(narrow: Narrow, channelId: number, topic: string): boolean {
  return narrow.every(({ operator, operand }) => {
    if (operator === "dm") return false;
    if (operator === "channel") return operand === channelId;
    return operator !== "topic" || String(operand).toLowerCase() === topic.toLowerCase();
  });
}

function termHolds({ operator, operand }: NarrowTerm, message: KnownMessage, me: number): boolean | undefined {
  switch (operator) {
    case "channel":
      return typeof operand === "number" ? message.stream_id === operand : undefined;
    case "topic":
      return message.type === "stream" && message.subject.toLowerCase() === String(operand).toLowerCase();
    case "dm":
      return typeof operand === "object" ? isDirectWith(message, operand, me) : undefined;
    case "sender":
      return typeof operand === "number" ? message.sender_id === operand : undefined;
    case "id":
      return message.id === Number(operand);
    case "is":
      return isHolds(String(operand), message);
    case "has":
      return operand === "reaction" ? message.reactions.length > 0 : undefined;
    default:
      return undefined;
  }
}

function isHolds(what: string, { flags, type, subject }: KnownMessage): boolean | undefined {
  switch (what) {
    case "mentioned":
      return flags.includes("mentioned") || flags.some((flag) => flag.endsWith("wildcard_mentioned"));
    case "starred":
      return flags.includes("starred");
    case "unread":
      return !flags.includes("read");
    case "alerted":
      return flags.includes("has_alert_word");
    case "dm":
    case "private":
      return type === "private";
    case "resolved":
      return type === "stream" && subject.startsWith("✔ ");
    default:
      return undefined;
  }
}

/** Whether a message is of the direct conversation of exactly these people and oneself. */
function isDirectWith({ display_recipient }: KnownMessage, userIds: readonly number[], me: number): boolean {
  if (typeof display_recipient === "string") return false;
  const others = (ids: readonly number[]) => ids.filter((id) => id !== me).toSorted((a, b) => a - b);
  return others(display_recipient.map(({ id }) => id)).join() === others(userIds).join();
}
