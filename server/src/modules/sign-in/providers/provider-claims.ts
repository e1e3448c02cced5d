import { isStorableText } from "@parlance/kernel/base/storable-values.ts";

/** Maximum length of a subject, in characters. Longer ones would not fit into the database index of identities. */
export const MAX_SUBJECT_LENGTH = 500;
const MAX_CLAIM_LENGTH = 1000;
const MAX_GROUPS = 1000;

/**
 * Returns the text of a claim or attribute without surrounding whitespace; null if it is not text, cannot be stored or
 * is too long.
 */
export function claimText(value: unknown, maxLength = MAX_CLAIM_LENGTH): string | null {
  if (!isStorableText(value)) return null;
  const text = value.trim();
  return text.length > maxLength ? null : text;
}

/** Returns the group names in a claim or attribute, which can have one or several values. */
export const claimTexts = (value: unknown): string[] =>
  [value]
    .flat()
    .map((one) => claimText(one))
    .filter((one) => one !== null)
    .slice(0, MAX_GROUPS);
