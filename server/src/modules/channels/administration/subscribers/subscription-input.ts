import { z } from "zod";
import { storableText } from "#kernel/storable-values.ts";
import { MAX_DESCRIPTION_LENGTH } from "#modules/channels/core/channel-names.ts";

/** A channel that somebody is to be in; it is created where it does not exist. */
export const Wanted = z.strictObject({
  name: z.string(),
  description: storableText().max(MAX_DESCRIPTION_LENGTH).optional(),
});

export const Names = z.record(z.string(), z.array(z.string()));
