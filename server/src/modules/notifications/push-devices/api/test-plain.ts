import { z } from "zod";
import { type Endpoint, endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import {
  InvalidPushDeviceToken,
  InvalidRemotePushDeviceToken,
  PushServiceNotConfigured,
  relayErrors,
} from "../errors.ts";
import { testPlain, type TestServices } from "../test-notifications.ts";

export const sendPlainTest = (services: TestServices): Endpoint =>
  endpoint.read({
    route: "POST /mobile_push/test_notification",
    summary: "Send an unencrypted test push notification",
    description: "Sends it to the caller's devices that are registered without encryption.",
    access: "user",
    hasEffects: true,
    humansOnly: true,
    cost: 5,
    input: z.object({
      token: text().optional().describe("Token of one device to send to; defaults to all of the caller's devices."),
    }),
    response: z.object({}),
    errors: [InvalidPushDeviceToken, InvalidRemotePushDeviceToken, PushServiceNotConfigured, ...relayErrors],
    async handler({ actor, realm, snapshot, now, request }, { input }) {
      const { name } = snapshot.get(organization).loadedRow;
      await testPlain(services, { actor, now, realm: { ...realm, name }, gone: request.signal }, input.token);
      return {};
    },
  });
