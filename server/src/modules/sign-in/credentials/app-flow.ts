import { createCipheriv, randomBytes } from "node:crypto";
import { defineError } from "@parlance/kernel/base/errors.ts";
import type { Fields } from "@parlance/kernel/http/form.ts";

const InvalidOtp = defineError({ text: "Invalid OTP" });
const ConflictingOtps = defineError({ text: "Can't use both mobile_flow_otp and desktop_flow_otp together." });

/**
 * A login with a browser for an app, and the one-time pad of 32 bytes, in hex, that only the app and the server know.
 */
export interface AppFlow {
  readonly app: "mobile" | "desktop";
  readonly otp: string;
  /** Whether a stock client opened the browser; see `WireAliases`. */
  readonly isStockApp: boolean;
}

/** Query parameter for that, because the browser's own user agent does not reveal it. */
export const STOCK_APP_FIELD = "stock_app";

const OTP = /^[0-9a-f]{64}$/i;
const NONCE_BYTES = 12;

/**
 * Parses the app for which a URL requests a login; null: the login is for the browser itself.
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
 * Combines each byte of a 32-character key with the pad by XOR and returns 64 hexadecimal digits. The pad must not be
 * used again.
 */
export function encryptWithPad(apiKey: string, otp: string): string {
  const pad = Buffer.from(otp, "hex");
  const key = Buffer.from(apiKey, "ascii");
  if (key.length !== pad.length) throw new Error("an API key has as many bytes as a one-time pad");
  return Buffer.from(key.map((byte, index) => byte ^ (pad[index] as number))).toString("hex");
}

/** Encrypts a token for a desktop app by AES-256-GCM with the pad as key: nonce, text and tag in hex. */
export function encryptToken(token: string, otp: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(otp, "hex"), nonce);
  return Buffer.concat([nonce, cipher.update(token, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("hex");
}

const COOKIE = /^([md])(s?)-([0-9a-f]{64})$/;

/** Serializes a flow for a cookie. */
export const serializeAppFlowCookie = (flow: AppFlow | null): string | null =>
  flow === null ? null : `${flow.app === "mobile" ? "m" : "d"}${flow.isStockApp ? "s" : ""}-${flow.otp}`;

/** Parses the flow in a cookie; null if there is none. */
export function parseAppFlowCookie(value: string | null): AppFlow | null {
  const [, app, stock, otp] = COOKIE.exec(value ?? "") ?? [];
  return otp === undefined ? null : { app: app === "m" ? "mobile" : "desktop", otp, isStockApp: stock === "s" };
}
