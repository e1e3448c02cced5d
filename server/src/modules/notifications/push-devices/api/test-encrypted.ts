import { z } from "zod";
import { type Endpoint, endpoint } from "@parlance/kernel/http/endpoint.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { pushAccountId } from "../account-id.ts";
import { NoActivePushDevice, relayErrors } from "../errors.ts";
import { testEncrypted, type TestServices } from "../test-notifications.ts";

export const sendEncryptedTest = (services: TestServices): Endpoint =>
  endpoint.read({
    route: "POST /mobile_push/e2ee/test_notification",
    summary: "Send an encrypted test push notification",
    description: "Sends it to the caller's devices that are registered for encrypted push notifications.",
    access: "user",
    hasEffects: true,
    humansOnly: true,
    cost: 5,
    input: z.object({
      push_account_id: pushAccountId()
        .optional()
        .describe("Id of one device to send to; defaults to all of the caller's devices."),
    }),
    response: z.object({}),
    errors: [NoActivePushDevice, ...relayErrors],
    async handler({ actor, realm, snapshot, now, request }, { input }) {
      const { name } = snapshot.get(organization).loadedRow;
      await testEncrypted(
        services,
        { actor, now, realm: { ...realm, name }, gone: request.signal },
        input.push_account_id,
      );
      return {};
    },
  });
