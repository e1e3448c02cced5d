/** Parts of a content security policy by their names; an empty one has no value. */
type Directives = Readonly<Record<string, string>>;

/** What nothing that this server sends may do, unless it says otherwise. */
const defaultDirectives: Directives = {
  "default-src": "'none'",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
};

/** A policy that allows what is named, and nothing else. */
export const createContentPolicy = (allowed: Directives = {}): string =>
  Object.entries({ "default-src": "'none'", ...allowed, ...defaultDirectives, ...allowed })
    .map(([name, value]) => `${name} ${value}`.trim())
    .join("; ");

/** What every answer tells browsers, whatever it is: errors too. Some have a policy of their own. */
export const securityHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": createContentPolicy(),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};
