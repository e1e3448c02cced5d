import { InvalidParameter } from "@parlance/kernel/http/errors.ts";
import { BadNarrow } from "./errors.ts";
import type { Operand } from "./terms.ts";

/** Formats an operand for error messages. */
export const formatOperand = (operand: Operand): string =>
  Array.isArray(operand) ? `[${operand.join(", ")}]` : String(operand);

/**
 * Returns an operand that must be a string.
 * @throws InvalidParameter
 */
export function parseText(operand: Operand): string {
  if (typeof operand !== "string") throw new InvalidParameter("operand is not a string");
  return operand;
}

/**
 * Returns an operand that must be an id, a name or an email address.
 * @throws InvalidParameter
 */
export function parseReference(operand: Operand): number | string {
  if (typeof operand === "string" || typeof operand === "number") return operand;
  throw new InvalidParameter("operand is not a string or integer");
}

/** Returns an operand as a list of ids or email addresses. In a string, they are separated by commas. */
export function parseReferences(operand: Operand): readonly (number | string)[] {
  if (typeof operand === "number") return [operand];
  if (typeof operand !== "string") return operand;
  return operand
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/**
 * Returns an operand as the id of a message.
 * @throws BadNarrow with `desc` if the operand is not an integer
 * @throws InvalidParameter if it is a list
 */
export function parseMessageId(operand: Operand, desc: string): number {
  const value = parseReference(operand);
  const id = typeof value === "string" && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value;
  if (!Number.isSafeInteger(id)) throw new BadNarrow({ desc });
  return id as number;
}
