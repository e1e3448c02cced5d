const MAX_LENGTH = 60;

/** Browsers by pattern. User agents contain the names of other browsers, so the first match counts. */
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

/** Returns a readable name of a client from its User-Agent: `Firefox on Linux`, or the name at its start. */
export function clientName(userAgent: string): string {
  const browser = find(browsers, userAgent);
  const system = find(systems, userAgent);
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  const [product = ""] = userAgent.trim().split(/[\s/(]/);
  // An attacker with a stolen password controls this text, and the owner of the account reads it.
  const name = product.replaceAll(/[^\w.+-]/g, "").slice(0, MAX_LENGTH);
  return name || "an unknown device";
}
