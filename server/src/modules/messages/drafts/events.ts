import type { EventBody } from "@parlance/contract/events/index.ts";
import type { Draft } from "@parlance/contract/nouns/drafts.ts";

export const draftsAdded = (drafts: Draft[]): EventBody => ({ type: "drafts", op: "add", drafts });
export const draftChanged = (draft: Draft): EventBody => ({ type: "drafts", op: "update", draft });
export const draftRemoved = (draft_id: number): EventBody => ({ type: "drafts", op: "remove", draft_id });
