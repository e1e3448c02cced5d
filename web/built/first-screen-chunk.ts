interface Modules {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

const MAIN = /[\\/]web[\\/]src[\\/]main\.tsx$/;
const known = new Map<string, boolean>();

/**
 * Matches the modules with interface texts. They are bundled with the components that use them. Otherwise, the first
 * screen would load all of them, although most are only used on later screens.
 */
const WORDS = /[\\/]words[\\/]en[\\/]/;

/**
 * Returns the name of the chunk for modules that the first screen needs, and null for all other modules. The modules
 * for the first screen share one chunk, because browsers load one chunk faster than twenty small ones.
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
