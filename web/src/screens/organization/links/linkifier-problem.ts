/**
 * Returns true if an error of the server concerns the URL template of a linkifier. Otherwise, the error concerns the
 * pattern.
 */
export const isTemplateProblem = (problem: string | null): boolean => problem !== null && /url|template/i.test(problem);
