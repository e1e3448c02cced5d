import { text } from "#kernel/http/params.ts";
import { InvalidApnsToken, InvalidTokenLength } from "./errors.ts";

/** The longest token, in characters. */
const MAX_TOKEN = 4096;

export const token = () => text().describe("1 to 4,096 characters.");

/** @throws InvalidTokenLength */
export function checkToken(given: string): void {
  if (given.length === 0 || [...given].length > MAX_TOKEN) throw new InvalidTokenLength();
}

/** @throws InvalidTokenLength, InvalidApnsToken */
export function checkApnsToken(given: string): void {
  checkToken(given);
  if (!/^([0-9a-fA-F]{2})+$/.test(given)) throw new InvalidApnsToken();
}
