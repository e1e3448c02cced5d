/** The facts that decide whether a user can send a direct message. */
export interface DirectMessageFacts {
  /** True if the sender is a bot, or all other participants are bots: such conversations are never restricted. */
  readonly isWithBots: boolean;
  /** True if `direct_message_permission_group` includes the sender or another participant. */
  readonly hasPermittedUser: boolean;
  /** True if `direct_message_initiator_group` includes the sender. */
  readonly canInitiate: boolean;
  /** True if the participants already have a conversation. */
  readonly hasConversation: boolean;
}

export type DirectMessageRefusal = "no_permitted_user" | "cannot_initiate";

/** Returns why the user cannot send the direct message, or null if the user can. */
export function findDirectMessageRefusal(facts: DirectMessageFacts): DirectMessageRefusal | null {
  if (facts.isWithBots) return null;
  if (!facts.hasPermittedUser) return "no_permitted_user";
  return facts.canInitiate || facts.hasConversation ? null : "cannot_initiate";
}
