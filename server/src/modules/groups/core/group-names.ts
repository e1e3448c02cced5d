import { EmptyGroupName, GroupNameTooLong, ReservedGroupName } from "./errors.ts";

const MAX_GROUP_NAME_LENGTH = 100;
/** They would make a group look like a system group, or like something else that can be mentioned or invited. */
const RESERVED_PREFIXES = ["@", "role:", "user:", "stream:", "channel:"];

/** Two groups of an organization have the same name where their keys are the same. */
export const groupKey = (name: string): string => name.toLowerCase();

/** A name as it is kept: without blanks around it. Throws one of `groupNameErrors` if no group can be called that. */
export function parseGroupName(given: string): string {
  const name = given.trim();
  if (name === "") throw new EmptyGroupName();
  if ([...name].length > MAX_GROUP_NAME_LENGTH) throw new GroupNameTooLong();
  const prefix = RESERVED_PREFIXES.find((one) => name.startsWith(one));
  if (prefix !== undefined) throw new ReservedGroupName({ prefix });
  return name;
}
