import type { Playground } from "@parlance/contract/nouns/playgrounds.ts";
import type { EventBody } from "@parlance/contract/events/index.ts";

/** Announces all playgrounds as they are now. */
export const playgroundsChanged = (playgrounds: readonly Playground[]): EventBody => ({
  type: "realm_playgrounds",
  realm_playgrounds: [...playgrounds],
});
