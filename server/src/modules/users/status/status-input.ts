import { z } from "zod";
import { ReactionType } from "@parlance/contract/entities/emoji.ts";
import { bool, text } from "@parlance/kernel/http/params.ts";
import type { StatusChange } from "./actions/change-status.ts";

const MAX_STATUS_TEXT_LENGTH = 60;

/** Request parameters of a status change. */
export const statusInput = {
  status_text: text()
    .trim()
    .refine((status) => [...status].length <= MAX_STATUS_TEXT_LENGTH, {
      error: `status_text is too long (limit: ${MAX_STATUS_TEXT_LENGTH} characters)`,
      params: { exact: true },
    })
    .meta({ maxLength: MAX_STATUS_TEXT_LENGTH })
    .describe("Empty clears the text.")
    .optional(),
  emoji_name: text()
    .describe(
      "Name of the emoji; empty clears the emoji. Required with `emoji_code` or `reaction_type`. If one of these " +
        "is omitted, the name identifies the emoji.",
    )
    .optional(),
  emoji_code: text().describe("Code of the emoji.").optional(),
  // The value is validated later, so that errors in other parameters are reported first.
  reaction_type: text().meta({ enum: ReactionType.options }).describe("Namespace of `emoji_code`.").optional(),
  away: bool()
    .describe("Opposite of the setting `presence_enabled`, which it changes.")
    .meta({ deprecated: true })
    .optional(),
};

const parameters = z.object(statusInput);

/** Converts the request parameters to a status change. */
export const parseStatusChange = ({
  status_text: statusText,
  emoji_name: name,
  emoji_code: code,
  reaction_type: type,
  away,
}: z.output<typeof parameters>): StatusChange => ({ statusText, emoji: { name, code, type }, away });
