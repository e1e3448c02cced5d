import { LONGEST_SESSION_SECONDS } from "#auth/sessions.ts";

/** What a cookie of ours may hold. */
const VALUE = /^[\w-]{20,100}$/;

type Name = "session" | "form";

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

/** A `Set-Cookie` header. A cookie of forms lasts as long as the browser runs, one of sessions as long as a session can. */
export function cookieHeader(name: Name, value: string | null, isSecure: boolean): string {
  const age = value === null ? "; Max-Age=0" : name === "session" ? `; Max-Age=${LONGEST_SESSION_SECONDS}` : "";
  return `${nameOf(name, isSecure)}=${value ?? ""}; Path=/; HttpOnly; SameSite=Lax${age}${isSecure ? "; Secure" : ""}`;
}
