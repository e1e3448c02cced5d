import { defineError } from "@parlance/kernel/base/errors.ts";

// Which messages are wanted.
export const MissingAnchor = defineError({ text: "Missing 'anchor' argument." });
export const InvalidAnchor = defineError({ text: "Invalid anchor" });
export const AnchorNotAtEnd = defineError({ text: "The anchor can only be excluded at an end of the range" });
export const TooManyMessages = defineError({ text: "Too many messages requested (maximum 5000)." });
/** Messages that are asked for by their ids come to too many bytes. */
export const MessagesTooLong = defineError({
  text: "The messages are too long for one response. Request fewer messages at a time.",
});
