import type { Write } from "@parlance/kernel/http/context.ts";
import { findIds } from "#modules/messages/fetch/search/matching-ids.ts";
import { resolveViewer } from "#modules/messages/core/message-viewer.ts";
import { prepareSearch } from "#modules/messages/fetch/search/message-search.ts";
import {
  findMessageWindow,
  MAX_MESSAGE_ID,
  MIN_MESSAGE_ID,
  type WindowRequest,
} from "#modules/messages/fetch/search/message-window.ts";
import type { NarrowTerms } from "#narrow/index.ts";
import {
  applyFlagChange,
  applyMarkRead,
  isMarkingRead,
  type FlagChange,
  type FlagChangeResult,
} from "#modules/messages/read-state/actions/flags/apply-flag-change.ts";
import { lockMessagesToFlag } from "#modules/messages/read-state/actions/flags/lock-messages-to-flag.ts";
import { lockWholeReadState } from "#modules/messages/read-state/actions/lock-read-state.ts";

/**
 * Messages around an anchor that match a narrow. The anchor can be the first unread message, which must be looked up.
 */
export interface NarrowRange extends Omit<WindowRequest, "anchor"> {
  readonly narrow: NarrowTerms;
  readonly anchor: number | "first_unread";
}

export interface RangeFlagsChange extends FlagChangeResult {
  /** Ids of all messages in the range, ascending. */
  readonly processedIds: readonly number[];
  /** True if it is known that no older message matches the narrow. */
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

/**
 * Adds or removes one of the actor's flags on all messages in a range. The actor's read state is locked before the
 * messages of the range are determined, so that the actor's other clients cannot change flags in the meantime.
 * @throws BadNarrow, BadNarrowCombination, InvalidParameter, InvalidMessages
 */
export async function changeFlagsInNarrow(
  ctx: Write,
  change: FlagChange,
  { narrow, ...range }: NarrowRange,
): Promise<RangeFlagsChange> {
  const { tx, snapshot, realm, actor } = ctx;
  await lockWholeReadState(tx, actor.id);
  const viewer = await resolveViewer(tx, realm, actor, false);
  const find = async (terms: NarrowTerms, request: WindowRequest) =>
    findMessageWindow(await prepareSearch({ db: tx, snapshot, realm, viewer }, terms), request, async (ids) => ({
      messages: await findIds(tx, ids),
    }));
  const firstUnread = async () => {
    const oldest = { anchor: MIN_MESSAGE_ID, numBefore: 0, numAfter: 1, includeAnchor: true };
    const { messages } = await find([...narrow, { operator: "is", operand: "unread" }], oldest);
    return messages[0]?.id ?? MAX_MESSAGE_ID;
  };
  const anchor = range.anchor === "first_unread" ? await firstUnread() : range.anchor;
  const { messages: found, foundOldest, foundNewest } = await find(narrow, { ...range, anchor });

  const ids = found.map(({ id }) => id);
  const ends = { foundOldest, foundNewest };
  if (isMarkingRead(change)) return { ...(await applyMarkRead(ctx, ids)), processedIds: ids, ...ends };
  const messages = await lockMessagesToFlag(tx, actor, change, ids);
  // Omits messages that were deleted, or that the actor lost access to, after they were found.
  const present = messages.filter((message) => message.is_readable);
  const changed = await applyFlagChange(ctx, change, present);
  return { ...changed, processedIds: present.map(({ id }) => id), ...ends };
}
