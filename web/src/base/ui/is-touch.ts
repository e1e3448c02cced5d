const coarse = matchMedia("(pointer: coarse)");

/**
 * Whether the primary pointer is a finger. On such devices, focusing a field opens a keyboard that covers half of the
 * page.
 */
export const isTouch = (): boolean => coarse.matches;
