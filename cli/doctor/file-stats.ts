import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";

/** Returns the stats of a path, or undefined if the path does not exist or cannot be accessed. */
export const findStats = (path: string): Promise<Stats | undefined> =>
  stat(path).then(
    (stats) => stats,
    () => undefined,
  );
