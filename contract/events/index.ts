import { z } from "zod";
import { nouns, type AnyNoun } from "../nouns/index.ts";

type EventSchema = AnyNoun["events"][number];

/**
 * Any event that an event queue can contain. The kind of event is determined by `type` and, for some types, by `op`.
 */
export const Event = z.discriminatedUnion(
  "type",
  nouns.flatMap(({ events }) => events) as [EventSchema, ...EventSchema[]],
);
export type Event = z.infer<typeof Event>;

export type EventType = Event["type"];

/** All events of a type, such as `EventOf<"subscription">`. */
export type EventOf<T extends EventType> = Extract<Event, { type: T }>;

type WithoutId<E> = E extends unknown ? Omit<E, "id"> : never;

/** An event without its id, as the server creates it. The event queue assigns the id. */
export type EventBody = WithoutId<Event>;
