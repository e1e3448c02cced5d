import { z } from "zod";
import { EmojiReference, ReactionType } from "../entities/emoji.ts";
import { updateField, mergeChanges } from "../state/set-fields.ts";
import { EventId, noun } from "./noun.ts";

/** A user's status. A field that is not set is absent. */
export const UserStatus = z
  .strictObject({
    status_text: z.string(),
    ...EmojiReference.shape,
    away: z.boolean().meta({ deprecated: true }).describe("Whether the user hides their presence."),
  })
  .partial();
export type UserStatus = z.infer<typeof UserStatus>;

/** A user's status has changed. Fields that are absent have not changed; fields that are empty were cleared. */
export const UserStatusEvent = z.strictObject({
  id: EventId,
  type: z.literal("user_status"),
  user_id: z.int(),
  status_text: z.string().optional(),
  emoji_name: z.string().optional().describe("The three emoji fields are always sent together."),
  emoji_code: z.string().optional(),
  reaction_type: ReactionType.optional(),
  away: z.boolean().meta({ deprecated: true }).optional(),
});

export const userStatusesNoun = noun({
  events: [UserStatusEvent],
  snapshot: {
    user_status: { user_status: z.record(z.string(), UserStatus).describe("By user id; only users with a status.") },
  },
  reducers: {
    user_status: (state, { user_id, id: _id, type: _type, ...changes }) =>
      updateField(state, "user_status", ({ [String(user_id)]: before, ...others }) => {
        const { status_text, emoji_name, emoji_code, reaction_type, away } = mergeChanges(before ?? {}, changes);
        const status: UserStatus = {
          ...(status_text && { status_text }),
          ...(emoji_name && { emoji_name, emoji_code, reaction_type }),
          ...(away && { away }),
        };
        return Object.keys(status).length === 0 ? others : { ...others, [user_id]: status };
      }),
  },
});
