import type { Origin } from "@parlance/kernel/config/setting-sources.ts";

/** Returns the name by which a setting was set, or the given variable if it has its default. */
export function originName(origin: Origin, variable: string): string {
  switch (origin.kind) {
    case "default":
      return variable;
    case "flag":
    case "variable":
      return origin.name;
    case "file":
      return `${origin.key} in ${origin.path}`;
  }
}
