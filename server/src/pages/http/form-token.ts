import { createHmac, randomBytes } from "node:crypto";
import { isSameSecret } from "@parlance/kernel/base/is-same-secret.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";

/** Name of the form field with the token. */
export const TOKEN_FIELD = "form_token";

/** Name of the URL parameter with the token that proves that a link is on one of our own pages. */
export const START_FIELD = "started";

/** Creates a new value for the form cookie, to which form tokens are bound. */
export const createFormCookie = (): string => randomBytes(18).toString("base64url");

interface Binding {
  readonly secret: Uint8Array;
  readonly realm: Pick<RealmContext, "id">;
  readonly cookie: string;
}

/**
 * Returns the token that forms must send from the browser with this cookie. Other sites can neither read nor compute
 * it.
 */
export const formToken = ({ secret, realm, cookie }: Binding): string =>
  createHmac("sha256", secret).update(`form:${realm.id}:${cookie}`).digest("base64url");

/**
 * Returns the token for links that start an action, such as a login. It is not valid for forms, because URLs are
 * recorded in more places than form fields are.
 */
export const startToken = ({ secret, realm, cookie }: Binding): string =>
  createHmac("sha256", secret).update(`start:${realm.id}:${cookie}`).digest("base64url");

/** Whether a form's token is valid for this browser. */
export const isFormToken = (token: string | undefined, binding: Binding): boolean =>
  isSameSecret(token ?? "", formToken(binding));

/** Whether a link's token is valid for this browser. */
export const isStartToken = (token: string | undefined, binding: Binding): boolean =>
  isSameSecret(token ?? "", startToken(binding));
