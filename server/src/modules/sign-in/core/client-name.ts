const MAX_LENGTH = 60;

/**
 * Browsers, each with a pattern. The first match counts, because user agents also contain the names of other browsers.
 */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|Chromium|CriOS)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPad|iPod)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\b(Macintosh|Mac OS X)\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const find = (list: typeof browsers, text: string): string | undefined =>
  list.find(([pattern]) => pattern.test(text))?.[1];

/**
 * Returns a readable name for a client from its User-Agent header, such as `Firefox on Linux`. For other programs,
 * returns the name at the start of the header, or `an unknown device` if there is none.
 */
export function clientName(userAgent: string): string {
  const browser = find(browsers, userAgent);
  const system = find(systems, userAgent);
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  const [product = ""] = userAgent.trim().split(/[\s/(]/);
  // An attacker with a stolen password could write anything here, and the account's owner reads it in an email.
  const name = product.replaceAll(/[^\w.+-]/g, "").slice(0, MAX_LENGTH);
  return name || "an unknown device";
}
