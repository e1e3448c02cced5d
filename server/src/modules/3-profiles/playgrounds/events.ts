import type { Playground } from "@parlance/contract/entities/linkifier.ts";
import type { EventBody } from "@parlance/contract/events/index.ts";

/** Tells of all playgrounds as they are now. */
export const playgroundsChanged = (playgrounds: readonly Playground[]): EventBody => ({
  type: "realm_playgrounds",
  realm_playgrounds: [...playgrounds],
});
