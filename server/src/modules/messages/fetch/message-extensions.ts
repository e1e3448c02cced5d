import type { RawBuilder } from "kysely";
import type { Message } from "@parlance/contract/entities/message.ts";
import type { Module } from "@parlance/kernel/http/module.ts";

/** Message fields added by modules on higher floors. */
export type MessageAdditions = Partial<Pick<Message, "edit_history" | "reactions">>;

/** Features that the requesting client supports. */
interface ClientSupport {
  readonly allowEmptyTopicName: boolean;
}

/** A field of messages that another module stores. It is loaded with the messages, in the same query. */
export interface MessageExtension<Loaded = never> {
  /**
   * A query for one JSON value with the data of all messages on the page, or null if no message has any. It reads the
   * messages from `message`, with the columns `id`, `has_reaction` and `is_changed`.
   */
  query(realmId: number): RawBuilder<unknown>;
  /** Approximate size of the value in bytes, as SQL that does not build the value. */
  readonly bytes: RawBuilder<number>;
  /** Splits the value into each message's additions, by message id. Messages without additions are omitted. */
  additions(loaded: Loaded): ReadonlyMap<number, (knowledge: ClientSupport) => MessageAdditions>;
}

export type MessageExtensions = readonly MessageExtension[];

/** A module that adds fields to messages. */
export interface MessageExtensionModule extends Module {
  readonly messageExtensions?: MessageExtensions;
}
