import type { Write } from "#kernel/http/context.ts";
import { findIds } from "#modules/messages/fetch/search/matching-ids.ts";
import { readerOf } from "#modules/messages/core/message-viewer.ts";
import { prepareSearch } from "#modules/messages/fetch/search/message-search.ts";
import { findWindow, NEWEST, OLDEST, type WindowRequest } from "#modules/messages/fetch/search/message-window.ts";
import type { NarrowTerms } from "#narrow/index.ts";
import {
  applyFlagChange,
  applyMarkRead,
  isMarkingRead,
  type FlagChange,
  type FlagsChanged,
} from "#modules/messages/read-state/actions/flags/apply-flag-change.ts";
import { lockFlagged } from "#modules/messages/read-state/actions/flags/lock-messages-to-flag.ts";
import { lockWholeReadState } from "#modules/messages/read-state/actions/lock-read-state.ts";

/** Some of the messages that match a narrow: those around an anchor, which may have to be looked up. */
export interface NarrowRange extends Omit<WindowRequest, "anchor"> {
  readonly narrow: NarrowTerms;
  readonly anchor: number | "first_unread";
}

export interface RangeChanged extends FlagsChanged {
  /** All that were looked at, ascending. */
  readonly processedIds: readonly number[];
  /** Whether nothing that matches is older. */
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

/**
 * Adds a flag of the actor's to the messages of a range or takes it away, as `changeFlags` does. The range is found when
 * no other client of the actor's can change flags any more. Throws BadNarrow, InvalidParameter or InvalidMessages.
 */
export async function changeFlagsInNarrow(
  ctx: Write,
  change: FlagChange,
  { narrow, ...range }: NarrowRange,
): Promise<RangeChanged> {
  const { tx, directory, realm, actor } = ctx;
  await lockWholeReadState(tx, actor.id);
  const reader = await readerOf(tx, realm, actor, false);
  const find = async (terms: NarrowTerms, request: WindowRequest) =>
    findWindow(await prepareSearch({ db: tx, directory, realm, reader }, terms), request, async (ids) => ({
      messages: await findIds(tx, ids),
    }));
  const firstUnread = async () => {
    const oldest = { anchor: OLDEST, numBefore: 0, numAfter: 1, includeAnchor: true };
    const { messages } = await find([...narrow, { operator: "is", operand: "unread" }], oldest);
    return messages[0]?.id ?? NEWEST;
  };
  const anchor = range.anchor === "first_unread" ? await firstUnread() : range.anchor;
  const { messages: found, foundOldest, foundNewest } = await find(narrow, { ...range, anchor });

  const ids = found.map(({ id }) => id);
  const ends = { foundOldest, foundNewest };
  if (isMarkingRead(change)) return { ...(await applyMarkRead(ctx, ids)), processedIds: ids, ...ends };
  const messages = await lockFlagged(tx, actor, change, ids);
  // Without what was deleted, or taken out of reach, since it was found.
  const present = messages.filter((message) => message.is_readable);
  const changed = await applyFlagChange(ctx, change, present);
  return { ...changed, processedIds: present.map(({ id }) => id), ...ends };
}
