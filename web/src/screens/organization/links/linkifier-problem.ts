/** Whether what the server has against a linkifier is about its address; else it is about its pattern. */
export const isTemplateProblem = (problem: string | null): boolean => problem !== null && /url|template/i.test(problem);
