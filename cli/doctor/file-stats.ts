import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";

/** Returns the stats of a path; undefined if it does not exist or may not be accessed. */
export const findStats = (path: string): Promise<Stats | undefined> =>
  stat(path).then(
    (stats) => stats,
    () => undefined,
  );
