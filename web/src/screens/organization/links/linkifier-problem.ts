/** Whether a linkifier's error concerns its URL template. Otherwise, it concerns its pattern. */
export const isTemplateProblem = (problem: string | null): boolean => problem !== null && /url|template/i.test(problem);
