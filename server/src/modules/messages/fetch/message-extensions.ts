import type { RawBuilder } from "kysely";
import type { Message } from "@parlance/contract/entities/message.ts";
import type { Module } from "@parlance/kernel/http/module.ts";

/**
 * Message fields that modules on higher floors provide. Floors are levels of the modules: a module may only import from
 * lower floors.
 */
export type MessageAdditions = Partial<Pick<Message, "edit_history" | "reactions">>;

/** Features that the requesting client supports. */
interface ClientSupport {
  readonly allowEmptyTopicName: boolean;
}

/** Fields of messages whose data another module stores. The query that loads the messages also loads this data. */
export interface MessageExtension<Loaded = never> {
  /**
   * Returns a query for one JSON value with the data of all messages on the page, or null if no message has any. The
   * query reads the messages from a table expression `message` with the columns `id`, `has_reaction` and `is_changed`.
   */
  query(realmId: number): RawBuilder<unknown>;
  /** SQL expression for the approximate size of the JSON value, in bytes. It does not compute the value itself. */
  readonly bytes: RawBuilder<number>;
  /**
   * Splits the loaded value by message id. For each message that has additional fields, the result contains a function
   * that returns these fields for a client.
   */
  additions(loaded: Loaded): ReadonlyMap<number, (knowledge: ClientSupport) => MessageAdditions>;
}

export type MessageExtensions = readonly MessageExtension[];

/** A module that adds fields to messages. */
export interface MessageExtensionModule extends Module {
  readonly messageExtensions?: MessageExtensions;
}
