import { describeOrigin, type Origin } from "@parlance/kernel/config/setting-sources.ts";

/** Returns where the value of a setting comes from, in words. */
export const originName = (origin: Origin): string =>
  origin.kind === "default" ? "the default" : `from ${describeOrigin(origin)}`;
