import { isStorableText } from "@parlance/kernel/base/storable-values.ts";

/** Longest subject that is taken, in characters: the index over identities takes no longer ones. */
export const MAX_SUBJECT_LENGTH = 500;
const MAX_CLAIM_LENGTH = 1000;
const MAX_GROUPS = 1000;

/**
 * A claim or an attribute that a provider gives, without blanks around it. Null where it is no text, cannot be stored or is
 * too long.
 */
export function claimText(value: unknown, maxLength = MAX_CLAIM_LENGTH): string | null {
  if (!isStorableText(value)) return null;
  const text = value.trim();
  return text.length > maxLength ? null : text;
}

/** The names of groups in a claim or an attribute that has one or several. */
export const claimTexts = (value: unknown): string[] =>
  [value]
    .flat()
    .map((one) => claimText(one))
    .filter((one) => one !== null)
    .slice(0, MAX_GROUPS);
