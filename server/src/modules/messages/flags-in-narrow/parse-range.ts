import { AnchorNotAtEnd } from "#modules/messages/fetch/errors.ts";
import type { NarrowRange } from "./actions/change-flags-in-narrow.ts";
import { parseAnchor } from "#modules/messages/fetch/page/page-request.ts";

/** Maximum number of messages per request, not counting the anchor. */
const MAX_MESSAGES_PER_CHANGE = 5000;

interface RangeParameters {
  readonly anchor: string;
  readonly include_anchor: boolean;
  readonly num_before: number;
  readonly num_after: number;
}

/**
 * Parses the requested range. A larger range is reduced to the maximum size.
 * @throws InvalidAnchor, AnchorNotAtEnd
 */
export function parseRange(input: RangeParameters): Omit<NarrowRange, "narrow"> {
  const { include_anchor: includeAnchor } = input;
  const anchor = parseAnchor({ anchor: input.anchor, use_first_unread_anchor: false });
  if (!includeAnchor && input.num_before > 0 && input.num_after > 0) throw new AnchorNotAtEnd();
  const numBefore = Math.min(
    input.num_before,
    Math.max(MAX_MESSAGES_PER_CHANGE - input.num_after, MAX_MESSAGES_PER_CHANGE / 2),
  );
  const numAfter = Math.min(input.num_after, MAX_MESSAGES_PER_CHANGE - numBefore);
  return { anchor, includeAnchor, numBefore, numAfter };
}
