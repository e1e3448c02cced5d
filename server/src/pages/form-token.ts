import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
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
