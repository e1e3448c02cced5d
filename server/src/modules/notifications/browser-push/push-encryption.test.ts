import assert from "node:assert/strict";
import { createPublicKey, verify } from "node:crypto";
import { test } from "node:test";
import { encryptForBrowser, isCurvePoint } from "./push-encryption.ts";
import { createVapidAuthorization, deriveVapidKey } from "./vapid.ts";

const bytes = (text: string) => Buffer.from(text, "base64url");

test("the encrypted text is identical to the example of RFC 8291", () => {
  const keys = {
    p256dh: bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
    auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
  };
  const chosen = {
    salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
    privateKey: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
  };
  const body = encryptForBrowser(keys, Buffer.from("When I grow up, I want to be a watermelon"), chosen);
  assert.equal(
    body.toString("base64url"),
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
  assert.notDeepEqual(encryptForBrowser(keys, Buffer.from("x")), encryptForBrowser(keys, Buffer.from("x")));
});

test("keys that are not points on the curve are rejected", () => {
  const point = bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
  assert.ok(isCurvePoint(point));
  for (const wrong of [point.subarray(1), Buffer.alloc(65), Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)])])
    assert.ok(!isCurvePoint(wrong));
});

test("each server has its own signing key, which stays the same after a restart, and a signature is valid for one push service and half a day", () => {
  const [key, other] = [deriveVapidKey(Buffer.alloc(32, 1)), deriveVapidKey(Buffer.alloc(32, 2))];
  assert.equal(deriveVapidKey(Buffer.alloc(32, 1)).publicKey, key.publicKey);
  assert.notEqual(other.publicKey, key.publicKey);
  const now = new Date("2026-01-01T00:00:00Z");
  const header = createVapidAuthorization(key, new URL("https://push.example.com/x/y"), {
    contact: "mailto:a@b.example",
    now,
  });
  const [, head = "", claims = "", signature = "", k = ""] =
    /^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)$/.exec(header) ?? [];
  assert.deepEqual(JSON.parse(bytes(claims).toString()), {
    aud: "https://push.example.com",
    exp: now.getTime() / 1000 + 43_200,
    sub: "mailto:a@b.example",
  });
  const point = bytes(k);
  const part = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x: part(1), y: part(33) }, format: "jwk" });
  assert.ok(
    verify("sha256", Buffer.from(`${head}.${claims}`), { key: publicKey, dsaEncoding: "ieee-p1363" }, bytes(signature)),
  );
  assert.equal(k, key.publicKey);
});
