import { sql } from "kysely";
import type { Reaction } from "@parlance/contract/entities/message.ts";
import type { MessageExtension } from "#modules/messages/fetch/message-extensions.ts";

/** A reaction with the id of its message. */
interface ReactionWithMessage extends Reaction {
  readonly message_id: number;
}

/** Approximate size of one reaction as JSON, in bytes. */
const ESTIMATED_REACTION_BYTES = 120;

/** Adds reactions to fetched messages, in the order in which users added them. */
export const reactionsExtension: MessageExtension<readonly ReactionWithMessage[]> = {
  query: () => sql`
    select json_agg(json_build_object(
      'message_id', message_id, 'emoji_name', emoji_name, 'emoji_code', emoji_code, 'reaction_type', reaction_type,
      'user_id', user_id
    ) order by id)
    from reaction where message_id = any(array(select id from message where has_reaction))`,
  bytes: sql`(
    select ${sql.lit(ESTIMATED_REACTION_BYTES)} * count(*) from reaction
    where message_id = any(array(select id from message where has_reaction))
  )`,
  additions(placed) {
    const byMessage = Map.groupBy(placed, ({ message_id }) => message_id);
    return new Map(
      [...byMessage].map(([id, reactions]) => [id, () => ({ reactions: reactions.map(withoutMessageId) })]),
    );
  },
};

const withoutMessageId = ({ message_id: _, ...reaction }: ReactionWithMessage): Reaction => reaction;
