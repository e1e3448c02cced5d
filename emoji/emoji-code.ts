const VARIATION_SELECTORS = /-fe0[ef]/g;

/**
 * Removes variation selectors from the code of an emoji. They choose whether an emoji is displayed as a picture or as
 * text.
 */
export const stripVariationSelectors = (code: string): string => code.replaceAll(VARIATION_SELECTORS, "");
