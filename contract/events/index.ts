import { z } from "zod";
import { ChannelEvent, ChannelFolderEvent, DefaultChannelGroupsEvent, DefaultChannelsEvent } from "./channel.ts";
import { MessageFlagsEvent } from "./message-flags.ts";
import { DeleteMessageEvent, MessageEvent, UpdateMessageEvent } from "./message.ts";
import { SubscriptionEvent } from "./subscription.ts";
import { UserEvent } from "./user.ts";

/** Anything that an event queue can deliver: told apart by `type`, then by `op`. */
export const Event = z.discriminatedUnion("type", [
  ChannelEvent,
  ChannelFolderEvent,
  DefaultChannelGroupsEvent,
  DefaultChannelsEvent,
  DeleteMessageEvent,
  MessageEvent,
  MessageFlagsEvent,
  SubscriptionEvent,
  UpdateMessageEvent,
  UserEvent,
]);
export type Event = z.infer<typeof Event>;

export type EventType = Event["type"];

/** The events of one type, such as `EventOf<"subscription">`. */
export type EventOf<T extends EventType> = Extract<Event, { type: T }>;

type WithoutId<E> = E extends unknown ? Omit<E, "id"> : never;

/** An event as the server makes it, before a queue gives it an id. */
export type EventBody = WithoutId<Event>;
