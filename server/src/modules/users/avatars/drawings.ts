import { hash } from "node:crypto";
import { drawnPng } from "#kernel/images/draw-png.ts";

const PAPER = [240, 241, 243] as const;
const GREY = [150, 157, 165] as const;

/** Cells in a row; the right half mirrors the left one. */
const CELLS = 5;
/** Left free on each side, in parts of the width. */
const MARGIN = 0.1;

/** A pattern of a colour that somebody can be known by, the same for the same seed. PNG, `size` pixels wide. */
export function identicon(seed: string, size: number): Promise<Buffer> {
  const bytes = hash("sha256", seed, "buffer");
  const isInked = (x: number, y: number) => {
    const [column, row] = [cell(x), cell(y)];
    if (column < 0 || column >= CELLS || row < 0 || row >= CELLS) return false;
    const mirrored = Math.min(column, CELLS - 1 - column);
    return ((bytes[row * CELLS + mirrored] ?? 0) & 1) === 1;
  };
  return drawnPng({ size, paper: PAPER, ink: colourOf(bytes[31] ?? 0), isInked });
}

const cell = (coordinate: number): number => Math.floor(((coordinate - MARGIN) / (1 - 2 * MARGIN)) * CELLS);

/** One of the colours around the circle, dark enough to stand out. */
function colourOf(byte: number): [number, number, number] {
  const hue = (byte / 256) * 6;
  const part = (shift: number) => {
    const distance = Math.abs(((hue + shift) % 6) - 3);
    return Math.round(60 + 130 * Math.min(1, Math.max(0, distance - 1)));
  };
  return [part(0), part(4), part(2)];
}

/** Head and shoulders of nobody in particular. */
export const silhouette = (size: number): Promise<Buffer> =>
  drawnPng({
    size,
    paper: PAPER,
    ink: GREY,
    isInked: (x, y) => isInside(x, y, 0.5, 0.4, 0.18, 0.18) || isInside(x, y, 0.5, 1.02, 0.36, 0.4),
  });

function isInside(x: number, y: number, ...[cx, cy, rx, ry]: readonly [number, number, number, number]): boolean {
  return ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1;
}
