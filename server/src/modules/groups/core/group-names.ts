import { EmptyGroupName, GroupNameTooLong, ReservedGroupName } from "./errors.ts";

const MAX_GROUP_NAME_LENGTH = 100;
/**
 * Prefixes that a group's name must not have, because the group could be mistaken for a system group, or for another
 * entity that can be mentioned or invited.
 */
const RESERVED_PREFIXES = ["@", "role:", "user:", "stream:", "channel:"];

/** Returns the key for comparing names: two groups of an organization have the same name if their keys are equal. */
export const groupKey = (name: string): string => name.toLowerCase();

/**
 * Normalizes a group's name for storage.
 * @throws one of `groupNameErrors`
 */
export function parseGroupName(text: string): string {
  const name = text.trim();
  if (name === "") throw new EmptyGroupName();
  if ([...name].length > MAX_GROUP_NAME_LENGTH) throw new GroupNameTooLong();
  const prefix = RESERVED_PREFIXES.find((one) => name.startsWith(one));
  if (prefix !== undefined) throw new ReservedGroupName({ prefix });
  return name;
}
