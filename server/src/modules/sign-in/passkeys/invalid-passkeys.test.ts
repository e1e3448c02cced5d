import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { createTestOrganization, type ParametersOf, startServer } from "@parlance/testkit";
import { setTestPassword, PASSWORD } from "../../../pages/fixtures/passwords.ts";
import { WebauthnAuthenticator } from "./fixtures/webauthn-authenticator.ts";

type Credential = ParametersOf<"POST /users/me/passkeys">["credential"];

const server = await startServer({ url: "https://parlance.test", trustedProxies: 1 });

test("a passkey that cannot be stored is rejected: if its id is longer than the standard allows, or a transport contains a null byte", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet } = realm;
  await setTestPassword(realm, hamlet);
  const adds = async (id: Buffer, transports: string[]) => {
    const { options } = await hamlet.callOrThrow("POST", "/users/me/passkeys/options", { password: PASSWORD });
    const phone = Object.assign(new WebauthnAuthenticator(realm), { id: id.toString("base64url") });
    const credential = JSON.parse(
      phone.creates(options as unknown as Parameters<WebauthnAuthenticator["creates"]>[0]),
    ) as Credential;
    Object.assign(credential.response, { transports });
    const { status } = await hamlet.call("POST", "/users/me/passkeys", { credential, name: "Phone" });
    return status;
  };
  assert.equal(await adds(randomBytes(1024), ["internal"]), 400);
  assert.equal(await adds(randomBytes(4000), ["internal"]), 400);
  assert.equal(await adds(randomBytes(16), ["\0"]), 400);
  assert.equal(await adds(randomBytes(16), ["<b>"]), 400);
  assert.equal(await adds(randomBytes(1023), ["internal", "smart-card"]), 200);
});
