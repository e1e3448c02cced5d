import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { RealmContext } from "#kernel/http/context.ts";

/** The name of the field that forms send the token in. */
export const TOKEN_FIELD = "form_token";

/** A new value for the cookie that forms belong to. */
export const newFormCookie = (): string => randomBytes(18).toString("base64url");

interface Binding {
  readonly secret: Uint8Array;
  readonly realm: Pick<RealmContext, "id">;
  readonly cookie: string;
}

/** What forms in the browser with this cookie have to send: other sites can neither read nor compute it. */
export const formToken = ({ secret, realm, cookie }: Binding): string =>
  createHmac("sha256", secret).update(`form:${realm.id}:${cookie}`).digest("base64url");

/** Whether the token is the one of this browser. */
export function isFormToken(token: string | undefined, binding: Binding): boolean {
  const expected = Buffer.from(formToken(binding));
  const given = Buffer.from(token ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * Whether a form was sent by a page of this host, as far as the browser says. Pages whose address holds a key do not reveal
 * their address, and their browsers then send `null` for the origin.
 */
export function isFromOurPages(headers: IncomingHttpHeaders, host: string, realmUrl: string): boolean {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  if (origin === undefined || origin === "null") return true;
  return origin === realmUrl || URL.parse(origin)?.host === host.toLowerCase();
}
