import { UnsupportedCombination } from "@parlance/kernel/http/errors.ts";
import { AnchorNotAtEnd, InvalidAnchor, MissingAnchor, TooManyMessages } from "../errors.ts";
import { MAX_MESSAGE_ID, MIN_MESSAGE_ID, type WindowRequest } from "../search/message-window.ts";

/** Errors in the parameters that select messages. */
export const pageErrors = [MissingAnchor, InvalidAnchor, AnchorNotAtEnd, TooManyMessages] as const;

/** Maximum number of messages per request, not counting the anchor. */
export const MAX_MESSAGES_PER_REQUEST = 5000;

/** The parameters that select messages among those that match the narrow. */
export interface PageParameters {
  readonly anchor?: string | undefined;
  readonly use_first_unread_anchor: boolean;
  readonly include_anchor: boolean;
  readonly num_before: number;
  readonly num_after: number;
  readonly message_ids?: readonly number[] | undefined;
}

/**
 * A request for messages with given ids, or for messages around an anchor. The anchor can be the first unread message,
 * which must be looked up.
 */
export type PageRequest =
  | { readonly ids: readonly number[] }
  | (Omit<WindowRequest, "anchor"> & { readonly anchor: number | "first_unread" });

/**
 * Validates the parameters. Throws if they contradict each other, if too many messages are requested, or if the anchor
 * is missing or invalid.
 */
export function parsePageRequest(input: PageParameters): PageRequest {
  const { message_ids: ids, num_before: numBefore, num_after: numAfter, include_anchor: includeAnchor } = input;
  const wanted = ids?.length ?? numBefore + numAfter;
  if (ids && (input.anchor !== undefined || input.use_first_unread_anchor || numBefore + numAfter > 0)) {
    throw new UnsupportedCombination({
      parameters: "num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor",
    });
  }
  if (!includeAnchor && numBefore > 0 && numAfter > 0) throw new AnchorNotAtEnd();
  const page = ids ? { ids } : { anchor: parseAnchor(input), numBefore, numAfter, includeAnchor };
  if (wanted > MAX_MESSAGES_PER_REQUEST) throw new TooManyMessages();
  return page;
}

/** Returns the anchor's message id, or "first_unread" if the id must be looked up. */
export function parseAnchor({
  anchor,
  use_first_unread_anchor,
}: Pick<PageParameters, "anchor" | "use_first_unread_anchor">): number | "first_unread" {
  if (use_first_unread_anchor) return "first_unread";
  switch (anchor) {
    case undefined:
      throw new MissingAnchor();
    case "oldest":
      return MIN_MESSAGE_ID;
    case "newest":
      return MAX_MESSAGE_ID;
    case "first_unread":
      return anchor;
    default:
      if (!/^\s*[+-]?\d+\s*$/.test(anchor)) throw new InvalidAnchor();
      return Math.min(Math.max(Number(anchor), MIN_MESSAGE_ID), MAX_MESSAGE_ID);
  }
}
