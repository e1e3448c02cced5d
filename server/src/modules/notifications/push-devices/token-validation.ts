import { text } from "@parlance/kernel/http/params.ts";
import { InvalidApnsToken, InvalidTokenLength } from "./errors.ts";

/** Maximum length of a token, in characters. */
const MAX_TOKEN_CHARACTERS = 4096;

export const tokenSchema = () => text().describe("1 to 4,096 characters.");

/** @throws InvalidTokenLength */
export function assertTokenValid(token: string): void {
  if (token.length === 0 || [...token].length > MAX_TOKEN_CHARACTERS) throw new InvalidTokenLength();
}

/** @throws InvalidTokenLength, InvalidApnsToken */
export function assertApnsTokenValid(token: string): void {
  assertTokenValid(token);
  if (!/^([0-9a-fA-F]{2})+$/.test(token)) throw new InvalidApnsToken();
}
