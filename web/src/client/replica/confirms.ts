import type { Event, EventBody } from "@parlance/contract/events/index.ts";

/** What events of one type say which thing it is about, and what became of it. */
const SUBJECT = [
  "op",
  "flag",
  "property",
  "message_id",
  "stream_id",
  "user_id",
  "emoji_code",
  "reaction_type",
  "saved_snippet_id",
  "scheduled_message_id",
  "draft_id",
  "reminder_id",
] as const;

/** Whether an event is the one by which the server tells of something that was expected. */
export function confirms(event: Event, expected: EventBody): boolean {
  if (event.type !== expected.type) return false;
  const [told, wanted]: readonly Fields[] = [{ ...event }, { ...expected }];
  if (!told || !wanted) return false;
  return (
    SUBJECT.every((key) => !(key in wanted) || wanted[key] === told[key]) &&
    lowerCase(wanted["topic_name"]) === lowerCase(told["topic_name"]) &&
    overlap(wanted["messages"], told["messages"])
  );
}

type Fields = Readonly<Record<string, unknown>>;

const lowerCase = (topic: unknown): string => (typeof topic === "string" ? topic.toLowerCase() : "");

/** The server tells only of those that changed by it. */
const overlap = (wanted: unknown, told: unknown): boolean =>
  !Array.isArray(wanted) || !Array.isArray(told) || wanted.some((one) => told.includes(one));
