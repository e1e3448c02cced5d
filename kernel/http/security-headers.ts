/** Directives of a content security policy by name. An empty one has no value. */
type Directives = Readonly<Record<string, string>>;

/** Restrictions for every response, unless it overrides them. */
const defaultDirectives: Directives = {
  "default-src": "'none'",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
};

/** Creates a policy that allows only the given directives. */
export const createContentPolicy = (allowed: Directives = {}): string =>
  Object.entries({ "default-src": "'none'", ...allowed, ...defaultDirectives, ...allowed })
    .map(([name, value]) => `${name} ${value}`.trim())
    .join("; ");

/** Security headers of every response, including errors. Some responses replace the policy. */
export const securityHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": createContentPolicy(),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};
