import { type KeyObject, sign } from "node:crypto";

const encodePart = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Creates a signed JSON Web Token (RFC 7519): ES256 with a P-256 key, RS256 with an RSA key. */
export function createJsonWebToken(key: KeyObject, { kid, ...claims }: Readonly<Record<string, unknown>>): string {
  const alg = key.asymmetricKeyType === "ec" ? "ES256" : "RS256";
  const content = `${encodePart({ alg, typ: "JWT", ...(kid !== undefined && { kid }) })}.${encodePart(claims)}`;
  const signature = sign("sha256", Buffer.from(content), { key, dsaEncoding: "ieee-p1363" });
  return `${content}.${signature.toString("base64url")}`;
}
