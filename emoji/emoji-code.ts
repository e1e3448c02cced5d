const VARIATION_SELECTORS = /-fe0[ef]/g;

/** Removes the variation selectors from a code, which choose between the picture and the text form. */
export const stripVariationSelectors = (code: string): string => code.replaceAll(VARIATION_SELECTORS, "");
