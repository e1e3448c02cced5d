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

/** Some of the messages that match a narrow: those around an anchor, which may have to be looked up. */
export interface NarrowRange extends Omit<WindowRequest, "anchor"> {
  readonly narrow: NarrowTerms;
  readonly anchor: number | "first_unread";
}

export interface RangeFlagsChange extends FlagChangeResult {
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
  // Without what was deleted, or taken out of reach, since it was found.
  const present = messages.filter((message) => message.is_readable);
  const changed = await applyFlagChange(ctx, change, present);
  return { ...changed, processedIds: present.map(({ id }) => id), ...ends };
}
