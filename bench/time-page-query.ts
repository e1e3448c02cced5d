import { roles } from "@parlance/contract/entities/roles.ts";
import { findIds } from "@parlance/server/modules/messages/fetch/search/matching-ids.ts";
import { prepareSearch } from "@parlance/server/modules/messages/fetch/search/message-search.ts";
import {
  findMessageWindow,
  MAX_MESSAGE_ID,
  MIN_MESSAGE_ID,
} from "@parlance/server/modules/messages/fetch/search/message-window.ts";
import { BadNarrow, type NarrowTerms } from "@parlance/server/narrow/index.ts";
import type { Server } from "@parlance/server/app/server.ts";
import { SITE } from "./server-settings.ts";

/** Which page to find: one at either end of the results, or one around a message. */
export interface PageQuery {
  readonly realmId: number;
  readonly readerId: number;
  readonly terms: NarrowTerms;
  readonly size: number;
  readonly anchor: "newest" | "oldest" | number;
}

/**
 * Number of rounds that are not counted, because a connection at first plans a statement for each execution, and may
 * later switch to a single plan.
 */
const WARM_UP_ROUNDS = 6;
const ROUNDS = 5;

/** Returns the minimum time for finding the ids of a page, in milliseconds, or null if the narrow is not valid. */
export async function timePageQuery(server: Server, quest: PageQuery): Promise<number | null> {
  const times: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    const began = performance.now();
    try {
      await findPage(server, quest);
    } catch (error) {
      if (error instanceof BadNarrow) return null;
      throw error;
    }
    times.push(performance.now() - began);
  }
  return Math.min(...times.slice(WARM_UP_ROUNDS));
}

async function findPage({ db: { reader: db }, snapshots }: Server, quest: PageQuery): Promise<void> {
  const { realmId, readerId, terms, size, anchor } = quest;
  const context = {
    db,
    snapshot: await snapshots.current(realmId),
    realm: { id: realmId, subdomain: "", url: SITE, gravatar: true, webPublicChannels: true },
    viewer: { id: readerId, realmId, role: roles.member, isSpectator: false },
  };
  const half = Math.ceil(size / 2);
  const window =
    anchor === "newest"
      ? { anchor: MAX_MESSAGE_ID, numBefore: size, numAfter: 0 }
      : anchor === "oldest"
        ? { anchor: MIN_MESSAGE_ID, numBefore: 0, numAfter: size }
        : { anchor, numBefore: half, numAfter: size - half };
  const search = await prepareSearch(context, terms);
  await findMessageWindow(search, { ...window, includeAnchor: true }, async (ids) => ({
    messages: await findIds(db, ids),
  }));
}
