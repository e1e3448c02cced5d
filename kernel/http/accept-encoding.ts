/** An encoding that an `Accept-Encoding` header lists, in lower case, with its weight. */
type EncodingWeights = ReadonlyMap<string, number>;

/** Weight of an encoding whose weight is not valid. The encoding is not used then. */
const INVALID_WEIGHT = 0;

/**
 * Returns the offered encoding that a client prefers, by its `Accept-Encoding` header. Of those with the same weight,
 * the first one is returned. Undefined if the client accepts none of them, or prefers unencoded content.
 */
export function selectEncoding<E extends string>(
  header: string | undefined,
  offered: readonly [E, ...E[]],
): E | undefined {
  // Most clients that are not browsers send no such header.
  if (header === undefined || header === "") return undefined;
  const weights = parseEncodings(header);
  const weightOf = (encoding: string) => weights.get(encoding) ?? weights.get("*") ?? 0;
  const best = offered.reduce((one, other) => (weightOf(other) > weightOf(one) ? other : one));
  // Unencoded content is acceptable even if it is not listed, but a listed encoding is preferred then.
  const unencoded = weights.get("identity") ?? 0;
  return weightOf(best) > 0 && weightOf(best) >= unencoded ? best : undefined;
}

/** Parses a list of encodings, such as `gzip;q=0.8, br, *;q=0`. An encoding without a weight has the weight 1. */
function parseEncodings(header: string): EncodingWeights {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = item.split(";").map((text) => text.trim());
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, "");
    if (name !== "") weights.set(canonicalName(name), weight === undefined ? 1 : parseWeight(weight));
  }
  return weights;
}

/** `x-gzip` is an old name of gzip. */
const canonicalName = (name: string): string => (name === "x-gzip" ? "gzip" : name);

const parseWeight = (weight: string): number =>
  /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : INVALID_WEIGHT;
