interface Modules {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

const MAIN = /[\\/]web[\\/]src[\\/]main\.tsx$/;
const known = new Map<string, boolean>();

/** Words come with what says them: of those that are within reach of the first screen, most are of later ones. */
const WORDS = /[\\/]words[\\/]en[\\/]/;

/**
 * The script of a module that is needed before the first screen: one for all of them. A browser takes longer to ask for twenty
 * small ones, and to begin with each, than for one. Null: of any other.
 */
export const firstScreenChunk = (id: string, modules: Modules): string | null =>
  !WORDS.test(id) && isNeededForFirstScreen(id, modules) ? "first" : null;

function isNeededForFirstScreen(id: string, modules: Modules): boolean {
  const before = known.get(id);
  if (before !== undefined) return before;
  known.set(id, false);
  const is =
    MAIN.test(id) ||
    (modules.getModuleInfo(id)?.importers.some((one) => isNeededForFirstScreen(one, modules)) ?? false);
  known.set(id, is);
  return is;
}
