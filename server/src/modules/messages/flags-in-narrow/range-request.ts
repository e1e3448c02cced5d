import { anchorOf } from "#modules/messages/fetch/page/page-request.ts";
import { AnchorNotAtEnd } from "#modules/messages/fetch/errors.ts";
import type { NarrowRange } from "./actions/change-flags-in-narrow.ts";

/** The most messages that one request changes, without the one at the anchor. */
const MAX_MESSAGES = 5000;

interface RangeParameters {
  readonly anchor: string;
  readonly include_anchor: boolean;
  readonly num_before: number;
  readonly num_after: number;
}

/** The range that is meant, no larger than one request may be. Throws InvalidAnchor or AnchorNotAtEnd. */
export function rangeRequest(input: RangeParameters): Omit<NarrowRange, "narrow"> {
  const { include_anchor: includeAnchor } = input;
  const anchor = anchorOf({ anchor: input.anchor, use_first_unread_anchor: false });
  if (!includeAnchor && input.num_before > 0 && input.num_after > 0) throw new AnchorNotAtEnd();
  const numBefore = Math.min(input.num_before, Math.max(MAX_MESSAGES - input.num_after, MAX_MESSAGES / 2));
  const numAfter = Math.min(input.num_after, MAX_MESSAGES - numBefore);
  return { anchor, includeAnchor, numBefore, numAfter };
}
