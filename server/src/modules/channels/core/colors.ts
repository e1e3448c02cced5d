/** Colours that new subscriptions take in turn. */
const PALETTE = [
  "#d36969",
  "#69d383",
  "#9e69d3",
  "#d3b969",
  "#69d3d3",
  "#d369b9",
  "#9ed369",
  "#6983d3",
  "#b96346",
  "#46b980",
  "#9c46b9",
  "#b9b946",
  "#469cb9",
  "#b94680",
  "#63b946",
  "#4646b9",
  "#e4bd95",
  "#95e4d1",
  "#e495e4",
  "#d1e495",
  "#95bde4",
  "#e495a9",
  "#95e495",
  "#a995e4",
] as const;

/** The first colour that a user's other channels leave free; when none is, the channel itself decides. */
export function chooseColor(used: ReadonlySet<string>, recipientId: number): string {
  return PALETTE.find((color) => !used.has(color)) ?? PALETTE[recipientId % PALETTE.length] ?? PALETTE[0];
}
