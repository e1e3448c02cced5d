import { createCipheriv, randomBytes } from "node:crypto";
import { defineError } from "@parlance/kernel/base/errors.ts";
import type { Fields } from "@parlance/kernel/http/form.ts";

const InvalidOtp = defineError({ text: "Invalid OTP" });
const ConflictingOtps = defineError({ text: "Can't use both mobile_flow_otp and desktop_flow_otp together." });

/**
 * A login in a browser that an app has started. `otp` is the one-time pad that only the app and the server know: 32
 * bytes, in hex.
 */
export interface AppFlow {
  readonly app: "mobile" | "desktop";
  readonly otp: string;
  /**
   * Whether a stock client (an app made for another server with the same protocol) opened the browser; see
   * `WireAliases`.
   */
  readonly isStockApp: boolean;
}

/**
 * Query parameter that marks a login as started by a stock client, because the browser's user agent does not show this.
 */
export const STOCK_APP_FIELD = "stock_app";

const OTP = /^[0-9a-f]{64}$/i;
const NONCE_BYTES = 12;

/**
 * Parses the parameters with which an app requests a login; null if the login is for the browser itself.
 * @throws InvalidOtp, ConflictingOtps
 */
export function parseAppFlow(fields: Fields, from: { readonly isFromStockClient: boolean }): AppFlow | null {
  const { mobile_flow_otp: mobile, desktop_flow_otp: desktop } = fields;
  if (mobile !== undefined && desktop !== undefined) throw new ConflictingOtps();
  const otp = mobile ?? desktop;
  if (otp === undefined) return null;
  if (!OTP.test(otp)) throw new InvalidOtp();
  const isStockApp = from.isFromStockClient || fields[STOCK_APP_FIELD] !== undefined;
  return { app: mobile === undefined ? "desktop" : "mobile", otp: otp.toLowerCase(), isStockApp };
}

/** Returns the query parameters that request a login for an app. */
export const appFlowParameters = (flow: AppFlow | null): Record<string, string> =>
  flow === null ? {} : { [`${flow.app}_flow_otp`]: flow.otp, ...(flow.isStockApp && { [STOCK_APP_FIELD]: "1" }) };

/**
 * Encrypts a 32-character API key: combines each byte with the one-time pad by XOR. Returns 64 hexadecimal digits. A
 * pad must not be used twice.
 */
export function encryptWithPad(apiKey: string, otp: string): string {
  const pad = Buffer.from(otp, "hex");
  const key = Buffer.from(apiKey, "ascii");
  if (key.length !== pad.length) throw new Error("an API key has as many bytes as a one-time pad");
  return Buffer.from(key.map((byte, index) => byte ^ (pad[index] as number))).toString("hex");
}

/**
 * Encrypts a token for a desktop app with AES-256-GCM, using the one-time pad as the key. Returns nonce, ciphertext and
 * tag in hex.
 */
export function encryptToken(token: string, otp: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(otp, "hex"), nonce);
  return Buffer.concat([nonce, cipher.update(token, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("hex");
}

const COOKIE = /^([md])(s?)-([0-9a-f]{64})$/;

/** Serializes a flow for a cookie. */
export const serializeAppFlowCookie = (flow: AppFlow | null): string | null =>
  flow === null ? null : `${flow.app === "mobile" ? "m" : "d"}${flow.isStockApp ? "s" : ""}-${flow.otp}`;

/** Parses the value of the flow cookie; null if there is none or it is invalid. */
export function parseAppFlowCookie(value: string | null): AppFlow | null {
  const [, app, stock, otp] = COOKIE.exec(value ?? "") ?? [];
  return otp === undefined ? null : { app: app === "m" ? "mobile" : "desktop", otp, isStockApp: stock === "s" };
}
