const coarse = matchMedia("(pointer: coarse)");

/**
 * Returns true if the primary pointer is a finger. On such devices, focusing a field opens an on-screen keyboard that
 * covers half of the page.
 */
export const isTouch = (): boolean => coarse.matches;
