/** Names that clients written for another brand of the protocol look for under that brand's prefix. */
const repeated = ["version", "feature_level", "merge_base"] as const;

const EXTRA_EMOJI = "service_extra_emoji";

/**
 * The members of a body with `<prefix>_version`, `<prefix>_feature_level` and `<prefix>_merge_base` beside those of
 * `service_*` that it has. An empty prefix changes nothing.
 */
export function withWireAliases<B extends Readonly<Record<string, unknown>>>(body: B, prefix: string): B {
  if (prefix === "") return body;
  const aliases = repeated
    .filter((name) => `service_${name}` in body)
    .map((name) => [`${prefix}_${name}`, body[`service_${name}`]]);
  return { ...body, ...Object.fromEntries(aliases) };
}

/** The type of a reaction as the server knows it: `<prefix>_extra_emoji` is `service_extra_emoji`. */
export const knownReactionType = (type: string, prefix: string): string =>
  prefix !== "" && type === `${prefix}_extra_emoji` ? EXTRA_EMOJI : type;
