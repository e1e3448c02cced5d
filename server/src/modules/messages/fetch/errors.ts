import { defineError } from "@parlance/kernel/base/errors.ts";

// Errors in the requested range of messages.
export const MissingAnchor = defineError({ text: "Missing 'anchor' argument." });
export const InvalidAnchor = defineError({ text: "Invalid anchor" });
export const AnchorNotAtEnd = defineError({ text: "The anchor can only be excluded at an end of the range" });
export const TooManyMessages = defineError({ text: "Too many messages requested (maximum 5000)." });
/** The messages requested by id are too long in total for one response. */
export const MessagesTooLong = defineError({
  text: "The messages are too long for one response. Request fewer messages at a time.",
});
