// Draws the picture of the floors in docs/architecture.md. It is an SVG with a band for each floor, the lowest at the
// bottom, and a box for each module of the floor.
import { floors } from "./floors.ts";

/** Floors that are drawn under one title, from the lowest to the highest. */
export interface FloorGroup {
  readonly title: string;
  readonly floors: readonly { readonly name: string; readonly boxes: readonly string[] }[];
}

/** Sizes in pixels. */
const WIDTH = 1000;
const MARGIN = 12;
const NAME_WIDTH = 170;
const BOX_HEIGHT = 22;
const GAP = 6;
const TITLE_HEIGHT = 30;
/** Average width of a character, and the sum of a box's left and right padding. */
const CHARACTER_WIDTH = 7.2;
const PADDING = 16;

const COLORS = { text: "#1b1f24", band: "#eef1f5", box: "#ffffff", line: "#b8c0cc" };

/** Returns the content of `docs/pictures/floors.svg`, which shows the floors of the server. */
export const floorsPicture = (): string =>
  drawFloors([
    {
      title: "server/src/modules",
      floors: floors.map(({ name, modules }) => ({ name, boxes: Object.keys(modules) })),
    },
  ]);

/** Draws groups of floors one above the other. The last group is at the top. */
export function drawFloors(groups: readonly FloorGroup[]): string {
  const parts: string[] = [];
  let y = MARGIN;
  for (const { title, floors: all } of groups.toReversed()) {
    parts.push(drawText(MARGIN, y + 18, title, "bold"));
    y += TITLE_HEIGHT;
    for (const { name, boxes } of all.toReversed()) {
      const rows = wrapBoxes(boxes);
      const height = rows.length * (BOX_HEIGHT + GAP) + GAP;
      parts.push(drawBox(MARGIN, y, WIDTH - 2 * MARGIN, height, COLORS.band), drawText(MARGIN + 8, y + 20, name));
      rows.forEach((row, index) => parts.push(...drawRow(row, y + GAP + index * (BOX_HEIGHT + GAP))));
      y += height + GAP;
    }
    y += GAP;
  }
  const font = `font-family="system-ui, sans-serif" font-size="12"`;
  const size = `width="${WIDTH}" height="${y}" viewBox="0 0 ${WIDTH} ${y}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${font}>
<rect width="100%" height="100%" fill="#ffffff"/>
${parts.join("\n")}
</svg>
`;
}

const boxWidth = (name: string): number => Math.ceil(name.length * CHARACTER_WIDTH) + PADDING;

/** Distributes boxes over rows. A row contains as many boxes as fit into the picture. */
function wrapBoxes(names: readonly string[]): string[][] {
  const rows: string[][] = [[]];
  let left = WIDTH - 2 * MARGIN - NAME_WIDTH;
  for (const name of names) {
    const needed = boxWidth(name) + GAP;
    if (needed > left && rows.at(-1)?.length !== 0) {
      rows.push([]);
      left = WIDTH - 2 * MARGIN - NAME_WIDTH;
    }
    rows.at(-1)?.push(name);
    left -= needed;
  }
  return rows;
}

function drawRow(names: readonly string[], y: number): string[] {
  let x = MARGIN + NAME_WIDTH;
  return names.flatMap((name) => {
    const width = boxWidth(name);
    const drawn = [drawBox(x, y, width, BOX_HEIGHT, COLORS.box), drawText(x + PADDING / 2, y + 15, name)];
    x += width + GAP;
    return drawn;
  });
}

const drawBox = (x: number, y: number, width: number, height: number, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4" fill="${fill}" stroke="${COLORS.line}"/>`;

const drawText = (x: number, y: number, text: string, weight = "normal"): string =>
  `<text x="${x}" y="${y}" font-weight="${weight}" fill="${COLORS.text}">${text.replaceAll("&", "&amp;")}</text>`;
