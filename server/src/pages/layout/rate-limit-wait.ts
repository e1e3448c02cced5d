import { RateLimitHit } from "@parlance/kernel/http/errors.ts";

/** Returns how long a visitor has to wait after a rate-limit error, in seconds and in words; null for other errors. */
export function rateLimitWait(error: unknown): { readonly seconds: number; readonly words: string } | null {
  if (!(error instanceof RateLimitHit)) return null;
  const seconds = Number(error.fields["retry-after"]);
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.ceil(minutes / 60);
  const words = minutes === 1 ? "a minute" : minutes <= 90 ? `${minutes} minutes` : `${hours} hours`;
  return { seconds, words };
}
