import { z } from "zod";
import { EmojiReference } from "./emoji.ts";

/** What a user says of themselves; only what is set is there. */
export const UserStatus = z
  .strictObject({
    status_text: z.string(),
    ...EmojiReference.shape,
    away: z.boolean().meta({ deprecated: true }).describe("The user does not share their presence"),
  })
  .partial();
export type UserStatus = z.infer<typeof UserStatus>;
