import { z } from "zod";
import { nouns, type AnyNoun } from "../nouns/index.ts";

type EventSchema = AnyNoun["events"][number];

/** Any event that an event queue can deliver, discriminated by `type`, then by `op`. */
export const Event = z.discriminatedUnion(
  "type",
  nouns.flatMap(({ events }) => events) as [EventSchema, ...EventSchema[]],
);
export type Event = z.infer<typeof Event>;

export type EventType = Event["type"];

/** The events of one type, such as `EventOf<"subscription">`. */
export type EventOf<T extends EventType> = Extract<Event, { type: T }>;

type WithoutId<E> = E extends unknown ? Omit<E, "id"> : never;

/** An event as the server creates it, before an event queue assigns its id. */
export type EventBody = WithoutId<Event>;
