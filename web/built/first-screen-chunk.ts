interface Modules {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

const MAIN = /[\\/]web[\\/]src[\\/]main\.tsx$/;
const known = new Map<string, boolean>();

/**
 * Interface texts are bundled with the components that use them: most of those reachable from the first screen belong
 * to later screens.
 */
const WORDS = /[\\/]words[\\/]en[\\/]/;

/**
 * Returns the name of the chunk for a module that is needed for the first screen, or null for any other module. All
 * those modules share one chunk, because a browser takes longer to request and start twenty small ones than one.
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
