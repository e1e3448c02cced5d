import { z } from "zod";
import { bool } from "#kernel/http/params.ts";

/** How accounts are to be presented. */
export const presentationParameters = {
  client_gravatar: bool()
    .default(true)
    .describe("The client makes pictures from e-mail addresses itself: `avatar_url` is then null where it can"),
  include_custom_profile_fields: bool().default(false).describe("Adds `profile_data`"),
};

const parameters = z.object(presentationParameters);

/** The same, as the presentation takes them. */
export const presentationOf = (input: z.output<typeof parameters>) => ({
  clientGravatar: input.client_gravatar,
  includeCustomProfileFields: input.include_custom_profile_fields,
});
