import { z } from "zod";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { bool } from "@parlance/kernel/http/params.ts";
import { loadProfiles } from "#modules/users/core/snapshot/profiles-snapshot.ts";
import type { PresentationOptions } from "#modules/users/core/presentation.ts";

/** Request parameters that determine how accounts are serialized. */
export const presentationParameters = {
  client_gravatar: bool()
    .default(true)
    .describe(
      "Whether the client computes avatar URLs from email addresses; `avatar_url` is then null where possible.",
    ),
  include_custom_profile_fields: bool().default(false).describe("Whether to add `profile_data`."),
};

const parameters = z.object(presentationParameters);

/**
 * Returns the options with which accounts are serialized. If profiles are requested, loads those of the whole
 * organization, or only those of `userIds`.
 */
export const loadPresentationOptions = async (
  db: Reader,
  realm: RealmContext,
  input: z.output<typeof parameters>,
  userIds?: readonly number[],
): Promise<PresentationOptions> => ({
  realm,
  clientGravatar: input.client_gravatar,
  profiles: input.include_custom_profile_fields ? await loadProfiles(db, realm.id, userIds) : undefined,
});
