/** Names that apps written for another brand of the protocol look for under that brand's prefix. */
const BRANDED = /^service(?=_|$)/;

type Notice = Readonly<Record<string, unknown>>;

/** A name under the prefix of a brand; an empty one changes nothing. */
export const brandName = (name: string, prefix: string): string =>
  prefix === "" ? name : name.replace(BRANDED, () => prefix);

/** A notice with the brand's names instead of ours. */
export const withBrandNames = (notice: Notice, prefix: string): Notice =>
  Object.fromEntries(Object.entries(notice).map(([name, value]) => [brandName(name, prefix), value]));
