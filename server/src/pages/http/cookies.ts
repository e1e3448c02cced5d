import { MAX_SESSION_SECONDS } from "#modules/sign-in/sessions/sessions.ts";

/** What a cookie of ours may hold. */
const VALUE = /^[\w-]{20,100}$/;

type Name = "session" | "form" | "flow";

/** How long a browser keeps them, in seconds; those that are not here, as long as it runs. */
const lifetimes: Partial<Record<Name, number>> = { session: MAX_SESSION_SECONDS, flow: 3600 };

/** Where cookies travel encrypted, their names make browsers refuse them from anybody but this very host. */
const nameOf = (name: Name, isSecure: boolean): string => `${isSecure ? "__Host-" : ""}parlance_${name}`;

/** The value of one of our cookies in a `Cookie` header; null where there is none, or none that we made. */
export function readCookie(header: string | undefined, name: Name, isSecure: boolean): string | null {
  const prefix = `${nameOf(name, isSecure)}=`;
  const pair = header
    ?.split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix));
  const value = pair?.slice(prefix.length);
  return value !== undefined && VALUE.test(value) ? value : null;
}

/** A `Set-Cookie` header; null takes the cookie away. */
export function cookieHeader(name: Name, value: string | null, isSecure: boolean): string {
  const seconds = value === null ? 0 : lifetimes[name];
  const age = seconds === undefined ? "" : `; Max-Age=${seconds}`;
  return `${nameOf(name, isSecure)}=${value ?? ""}; Path=/; HttpOnly; SameSite=Lax${age}${isSecure ? "; Secure" : ""}`;
}
