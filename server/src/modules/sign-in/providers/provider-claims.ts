import { isStorableText } from "@parlance/kernel/base/storable-values.ts";

/** Maximum length of a subject, in characters: the index of identities does not allow longer ones. */
export const MAX_SUBJECT_LENGTH = 500;
const MAX_CLAIM_LENGTH = 1000;
const MAX_GROUPS = 1000;

/**
 * Returns a claim or an attribute from a provider without surrounding whitespace. Returns null if it is not text,
 * cannot be stored or is too long.
 */
export function claimText(value: unknown, maxLength = MAX_CLAIM_LENGTH): string | null {
  if (!isStorableText(value)) return null;
  const text = value.trim();
  return text.length > maxLength ? null : text;
}

/** Returns the names of groups in a claim or an attribute with one or several values. */
export const claimTexts = (value: unknown): string[] =>
  [value]
    .flat()
    .map((one) => claimText(one))
    .filter((one) => one !== null)
    .slice(0, MAX_GROUPS);
