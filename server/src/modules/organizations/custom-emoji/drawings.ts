import { drawnPng } from "#kernel/images/draw-png.ts";

/** Pixels in each direction, as those of other emoji. */
const SIZE = 64;

/** Three words that have not been said yet, in a speech balloon. */
export const balloon = (): Promise<Buffer> =>
  drawnPng({
    size: SIZE,
    paper: null,
    ink: [58, 110, 205],
    isInked: (x, y) => (isInBalloon(x, y) || isInTail(x, y)) && ![0.3, 0.5, 0.7].some((dot) => isInDot(x, y, dot)),
  });

const isInBalloon = (x: number, y: number): boolean => ((x - 0.5) / 0.47) ** 4 + ((y - 0.42) / 0.36) ** 4 <= 1;

const isInTail = (x: number, y: number): boolean => y >= 0.6 && y <= 0.97 && x >= 0.2 && x - 0.2 <= (0.97 - y) * 0.8;

const isInDot = (x: number, y: number, centre: number): boolean => (x - centre) ** 2 + (y - 0.42) ** 2 <= 0.06 ** 2;
