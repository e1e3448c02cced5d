const coarse = matchMedia("(pointer: coarse)");

/** Whether the person's finger is the pointer: what takes the focus there brings up a keyboard that hides half of the page. */
export const isTouch = (): boolean => coarse.matches;
