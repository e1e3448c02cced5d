// Parses and formats searches as users type them, such as `sender:me channel:"plans 2027" -has:link launch`.
import type { Narrow, NarrowTerm } from "../../client/routes/narrow.ts";

/** Translates between the names and the ids of users and channels. */
export interface SearchNames {
  readonly me: number;
  readonly channelId: (name: string) => number | undefined;
  readonly channelName: (id: number) => string | undefined;
  /** Finds a user by name, by name and id as `name|7`, or by email address. */
  readonly personId: (name: string) => number | undefined;
  /** Returns the name of a user in a form that `personId` recognizes. */
  readonly personName: (id: number) => string | undefined;
}

/** A token of a search: the text between the positions `start` and `end`. */
export interface SearchToken {
  readonly start: number;
  readonly end: number;
  readonly negated: boolean;
  /** The operator, or null if the token is a word to search for. */
  readonly operator: string | null;
  /** The value, without quotation marks. */
  readonly value: string;
}

const OPERATOR_ALIASES: ReadonlyMap<string, string> = new Map([
  ["stream", "channel"],
  ["subject", "topic"],
  ["streams", "channels"],
  ["from", "sender"],
  ["pm-with", "dm"],
]);
const OPERATORS: ReadonlySet<string> = new Set([
  "channel",
  "channels",
  "topic",
  "sender",
  "dm",
  "dm-including",
  "is",
  "has",
  "in",
  "near",
  "id",
  "with",
]);

/**
 * Splits a search into tokens. Text in quotation marks is part of one token. If a closing quotation mark is missing,
 * the token extends to the end of the text.
 */
export function parseSearchTokens(text: string): SearchToken[] {
  return [...text.matchAll(/(?<minus>-?)(?:(?<name>[a-z-]+):)?(?:"(?<quoted>[^"]*)"?|(?<bare>\S+))/gi)].map((match) => {
    const { 0: whole, index: start } = match;
    const { minus = "", name, quoted, bare } = match.groups ?? {};
    const end = start + whole.length;
    const operatorOnly =
      name === undefined && quoted === undefined ? /^-?(?<name>[a-z-]+):$/i.exec(whole)?.groups : undefined;
    const operator = parseOperator(name ?? operatorOnly?.["name"] ?? "");
    if (operator === null) return { start, end, negated: false, operator, value: whole };
    return { start, end, negated: minus === "-", operator, value: operatorOnly ? "" : (quoted ?? bare ?? "") };
  });
}

function parseOperator(written: string): string | null {
  const small = written.toLowerCase();
  const name = OPERATOR_ALIASES.get(small) ?? small;
  return OPERATORS.has(name) ? name : null;
}

/** Parses a search into a narrow. All words without an operator together form one search term. */
export function parseSearch(text: string, names: SearchNames): Narrow {
  const terms: NarrowTerm[] = [];
  const loose: string[] = [];
  for (const { operator, value, negated } of parseSearchTokens(text)) {
    if (operator === null) loose.push(value);
    else if (value !== "") {
      terms.push({ operator, operand: parseOperand(operator, value, names), ...(negated ? { negated } : {}) });
    }
  }
  return loose.length === 0 ? terms : [...terms, { operator: "search", operand: loose.join(" ") }];
}

function parseOperand(operator: string, value: string, names: SearchNames): NarrowTerm["operand"] {
  if (operator === "channel") return names.channelId(value) ?? value;
  if (operator === "sender") return findUser(value, names) ?? value;
  if (operator === "dm" || operator === "dm-including") {
    const ids = value.split(",").map((name) => findUser(name.trim(), names));
    const known = ids.filter((id) => id !== undefined);
    return known.length === ids.length ? known : value;
  }
  return value;
}

const findUser = (name: string, names: SearchNames): number | undefined =>
  name.toLowerCase() === "me" ? names.me : names.personId(name);

/** Formats a narrow as the text of a search. */
export const formatSearch = (narrow: Narrow, names: SearchNames): string =>
  narrow.map((term) => (term.operator === "search" ? String(term.operand) : formatTerm(term, names))).join(" ");

function formatTerm({ operator, operand, negated = false }: NarrowTerm, names: SearchNames): string {
  return formatToken(operator, formatOperand(operator, operand, names), negated);
}

function formatOperand(operator: string, operand: NarrowTerm["operand"], names: SearchNames): string {
  const person = (id: number) => (id === names.me ? "me" : (names.personName(id) ?? String(id)));
  if (typeof operand === "object") return operand.map(person).join(", ");
  if (typeof operand === "string") return operand;
  if (operator === "channel") return names.channelName(operand) ?? String(operand);
  return ["sender", "dm", "dm-including"].includes(operator) ? person(operand) : String(operand);
}

/** Formats a token. Adds quotation marks if the value is empty or contains spaces, and removes those within it. */
export function formatToken(operator: string, value: string, negated: boolean): string {
  const isOne = /^[^\s"]+$/.test(value);
  return `${negated ? "-" : ""}${operator}:${isOne ? value : `"${value.replaceAll('"', "")}"`}`;
}
