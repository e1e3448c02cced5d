const SELECTORS = /-fe0[ef]/g;

/** A code without what says whether a picture or a letter is wanted. */
export const withoutSelectors = (code: string): string => code.replaceAll(SELECTORS, "");
