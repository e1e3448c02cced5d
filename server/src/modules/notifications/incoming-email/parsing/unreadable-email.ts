/** An email is beyond a limit, or is not one. The message says why, to its sender. */
export class UnreadableEmail extends Error {
  override readonly name = "UnreadableEmail";
}
