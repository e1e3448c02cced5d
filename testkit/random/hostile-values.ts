// Values that clients should not send. Every test run sends a few of them, and `npm run explore` sends many.
import { SeededRandom } from "./seeded-random.ts";

/** Numbers in JSON notation that may be invalid where they are used. */
const HOSTILE_NUMBERS = [
  "-1",
  "-0",
  "0",
  "1",
  "1.5",
  "1e3",
  "1E-7",
  "1e400",
  "-1e400",
  "2147483647",
  "2147483648",
  "-2147483649",
  "4294967296",
  "9007199254740991",
  "9007199254740992",
  "-9007199254740992",
  "9223372036854775807",
  "9223372036854775808",
  "253402300800",
  "8640000000001",
  "99999999999999999999999999",
  "9".repeat(400),
] as const;

function randomCharacters(count: number): string {
  const dice = new SeededRandom(1);
  return Array.from({ length: count }, () => String.fromCharCode(0x4e00 + dice.integerBelow(20_000))).join("");
}

/** Texts with characters that a part of the server may reject. */
const HOSTILE_TEXTS = [
  "",
  " ",
  "\0",
  "a\0b",
  "\r\nX-Header: 1",
  "\u0001\u001f\u007f\u0085",
  "\u202eabc\u2066\u200f",
  "e\u0301\u0300\u0327".repeat(50),
  "\ufeff\ufffe\uffff",
  "\u{10ffff}\u{1f469}\u200d\u{1f469}\u200d\u{1f466}",
  "\u2028\u2029",
  "'; drop table account; --",
  "\\",
  "\\u0000",
  "%00%ff%zz",
  "{}",
  "[]",
  "null",
  "undefined",
  "true",
  "NaN",
  "Infinity",
  "__proto__",
  "constructor",
  "toString",
  "../../../etc/passwd",
  "C:\\con",
  "javascript:alert(1)",
  "//evil.example.com",
  "http://[::1",
  "a@b@c",
  "@",
  "@*everyone*",
  "#**>**",
  "{{7*7}}${7*7}",
  "0x10",
  "1_000",
  "+1",
  "2026-02-30",
  "x".repeat(300),
  "x".repeat(70_000),
  // Too long for a database index, even if compressed.
  randomCharacters(9000),
  "🎭".repeat(5001),
  "(".repeat(3000),
  "> ".repeat(500),
] as const;

/** JSON strings that have no UTF-8 representation, or that contain a NUL character. */
const INVALID_ESCAPES = ['"\\ud800"', '"a\\udfff"', '"\\u0000"', '"\\ud83c\\ud83c"'] as const;

const HOSTILE_KEYS = ["__proto__", "constructor", "toString", "", "\0", "0", "id", "length", "type"] as const;

/** Returns a text that a part of the server may reject. */
export const hostileText = (dice: SeededRandom): string =>
  dice.integerBelow(6) === 0
    ? `${dice.pick(HOSTILE_TEXTS)}${dice.pick(HOSTILE_TEXTS)}`
    : dice.integerBelow(4) === 0
      ? dice.pick(HOSTILE_NUMBERS)
      : dice.pick(HOSTILE_TEXTS);

/** Returns the JSON of a value that is probably not what the server expects. */
export function hostileJson(dice: SeededRandom): string {
  switch (dice.integerBelow(9)) {
    case 0:
    case 1:
      return dice.pick(HOSTILE_NUMBERS);
    case 2:
    case 3:
      return JSON.stringify(hostileText(dice));
    case 4:
      return dice.pick(INVALID_ESCAPES);
    case 5:
      return dice.pick(["null", "true", "false", "[]", "{}", "[[]]", "[null]", "", "{", "[1,", "nul", "'x'", "[1]x"]);
    case 6:
      return deeplyNestedJson(dice);
    case 7:
      return `[${Array.from({ length: 10_000 }, () => dice.pick(["1", "-1", '"x"', "{}"])).join(",")}]`;
    default:
      return `{${JSON.stringify(dice.pick(HOSTILE_KEYS))}:${dice.pick([...HOSTILE_NUMBERS, ...INVALID_ESCAPES, "{}", "[]", "null"])}}`;
  }
}

function deeplyNestedJson(dice: SeededRandom): string {
  const depth = dice.pick([5, 49, 60, 5000]);
  const [open, close] = dice.pick([
    ["[", "]"],
    ['{"a":', "}"],
    ['{"filter":[', "]}"],
  ] as const);
  return open.repeat(depth) + dice.pick(HOSTILE_NUMBERS) + close.repeat(depth);
}

/**
 * Returns the JSON of a value, in which a random part is replaced with a hostile value or removed, items are
 * duplicated, or a member is added.
 */
export function mutatedJson(value: unknown, dice: SeededRandom): string {
  if (typeof value !== "object" || value === null || dice.integerBelow(4) === 0) return hostileJson(dice);
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    if (items.length === 0) return `[${hostileJson(dice)}]`;
    const at = dice.integerBelow(items.length);
    const parts = items.map((item, index) => (index === at ? mutatedJson(item, dice) : JSON.stringify(item)));
    return `[${(dice.integerBelow(4) === 0 ? [...parts, ...parts] : parts).join(",")}]`;
  }
  const entries = Object.entries(value as Record<string, unknown>);
  const at = dice.integerBelow(entries.length + 1);
  const members = entries.flatMap(([key, inner], index) => {
    if (index !== at) return [`${JSON.stringify(key)}:${JSON.stringify(inner)}`];
    return dice.integerBelow(5) === 0 ? [] : [`${JSON.stringify(key)}:${mutatedJson(inner, dice)}`];
  });
  if (at === entries.length || dice.integerBelow(6) === 0)
    members.push(`${JSON.stringify(dice.pick(HOSTILE_KEYS))}:${hostileJson(dice)}`);
  return `{${members.join(",")}}`;
}
