import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { RealmContext } from "@parlance/kernel/http/context.ts";

/** The name of the field that forms send the token in. */
export const TOKEN_FIELD = "form_token";

/** The name of the parameter by which a link proves that a page of ours has it. */
export const START_FIELD = "started";

/** A new value for the cookie that forms belong to. */
export const createFormCookie = (): string => randomBytes(18).toString("base64url");

interface Binding {
  readonly secret: Uint8Array;
  readonly realm: Pick<RealmContext, "id">;
  readonly cookie: string;
}

/** What forms in the browser with this cookie have to send: other sites can neither read nor compute it. */
export const formToken = ({ secret, realm, cookie }: Binding): string =>
  createHmac("sha256", secret).update(`form:${realm.id}:${cookie}`).digest("base64url");

/** The same for links that start something. It opens no form: addresses are kept in more places than forms. */
export const startToken = ({ secret, realm, cookie }: Binding): string =>
  createHmac("sha256", secret).update(`start:${realm.id}:${cookie}`).digest("base64url");

/** Whether a form's token is the one of this browser. */
export const isFormToken = (token: string | undefined, binding: Binding): boolean =>
  isSameToken(token, formToken(binding));

/** Whether a link's token is the one of this browser. */
export const isStartToken = (token: string | undefined, binding: Binding): boolean =>
  isSameToken(token, startToken(binding));

function isSameToken(token: string | undefined, wanted: string): boolean {
  const expected = Buffer.from(wanted);
  const given = Buffer.from(token ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
