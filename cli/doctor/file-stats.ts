import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";

/** What lies at a path; undefined if nothing does, or nothing that may be looked at. */
export const findStats = (path: string): Promise<Stats | undefined> =>
  stat(path).then(
    (stats) => stats,
    () => undefined,
  );
