import type { RawBuilder } from "kysely";
import type { Message } from "@parlance/contract/entities/message.ts";
import type { Module } from "@parlance/kernel/http/module.ts";

/** What modules above this one add to messages. */
export type MessageAdditions = Partial<Pick<Message, "edit_history" | "reactions">>;

/** What the reader's program makes sense of. */
interface ClientSupport {
  readonly allowEmptyTopicName: boolean;
}

/** One part of a message as it is shown, which another module keeps. It is loaded with the messages, in the same query. */
export interface MessageExtension<Loaded = never> {
  /**
   * A query for one JSON value of all messages that are shown, or null: no message has any. It finds them in `message`,
   * rows with `id`, `has_reaction` and `is_changed`.
   */
  query(realmId: number): RawBuilder<unknown>;
  /** About how many bytes the value has, as SQL: it is found out without making it. */
  readonly bytes: RawBuilder<number>;
  /** The value, as what it adds to each message, by its id; left out: nothing. */
  additions(loaded: Loaded): ReadonlyMap<number, (knowledge: ClientSupport) => MessageAdditions>;
}

/** All of them. */
export type MessageExtensions = readonly MessageExtension[];

/** A module of what lives on messages. */
export interface MessageExtensionModule extends Module {
  /** What it adds to messages. */
  readonly messageExtensions?: MessageExtensions;
}
