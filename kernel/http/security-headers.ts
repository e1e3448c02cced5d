/** Directives of a content security policy, by name. The value is empty for a directive without a value. */
type Directives = Readonly<Record<string, string>>;

/** Directives of every policy, unless overridden. */
const defaultDirectives: Directives = {
  "default-src": "'none'",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
};

/** Creates a policy that forbids everything except the given directives. */
export const createContentPolicy = (allowed: Directives = {}): string =>
  Object.entries({ "default-src": "'none'", ...allowed, ...defaultDirectives, ...allowed })
    .map(([name, value]) => `${name} ${value}`.trim())
    .join("; ");

/** Security headers of every response, including errors. Some responses replace the content security policy. */
export const securityHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": createContentPolicy(),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};
