const VARIATION_SELECTORS = /-fe0[ef]/g;

/** A code without what says whether a picture or a letter is wanted. */
export const stripVariationSelectors = (code: string): string => code.replaceAll(VARIATION_SELECTORS, "");
