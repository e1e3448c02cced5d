import { MAX_SESSION_SECONDS } from "#modules/sign-in/sessions/sessions.ts";

/** Pattern of the values of our cookies. */
const VALUE = /^[\w-]{20,100}$/;

type Name = "session" | "form" | "flow";

/** Lifetimes of the cookies, in seconds. Cookies without a lifetime are removed when the browser is closed. */
const lifetimes: Partial<Record<Name, number>> = { session: MAX_SESSION_SECONDS, flow: 3600 };

/** Over HTTPS, the prefix `__Host-` makes browsers reject the cookie if another host sets it. */
const nameOf = (name: Name, isSecure: boolean): string => `${isSecure ? "__Host-" : ""}parlance_${name}`;

/**
 * Returns the value of one of our cookies in a `Cookie` header; null if the cookie is missing or its value cannot be
 * ours.
 */
export function readCookie(header: string | undefined, name: Name, isSecure: boolean): string | null {
  const prefix = `${nameOf(name, isSecure)}=`;
  const pair = header
    ?.split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix));
  const value = pair?.slice(prefix.length);
  return value !== undefined && VALUE.test(value) ? value : null;
}

/** Returns a `Set-Cookie` header. The value null removes the cookie. */
export function cookieHeader(name: Name, value: string | null, isSecure: boolean): string {
  const seconds = value === null ? 0 : lifetimes[name];
  const age = seconds === undefined ? "" : `; Max-Age=${seconds}`;
  return `${nameOf(name, isSecure)}=${value ?? ""}; Path=/; HttpOnly; SameSite=Lax${age}${isSecure ? "; Secure" : ""}`;
}
