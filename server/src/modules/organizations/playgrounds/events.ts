import type { Playground } from "@parlance/contract/nouns/playgrounds.ts";
import type { EventBody } from "@parlance/contract/events/index.ts";

/** Event with all current playgrounds. */
export const playgroundsChanged = (playgrounds: readonly Playground[]): EventBody => ({
  type: "realm_playgrounds",
  realm_playgrounds: [...playgrounds],
});
