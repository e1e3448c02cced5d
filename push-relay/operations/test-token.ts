import { z } from "zod";
import { dropTokens } from "../actions/delete-tokens.ts";
import { isInVain } from "../notification-delivery.ts";
import { InvalidRemotePushDeviceToken, PushServiceUnavailable } from "../errors.ts";
import { asText } from "@parlance/server/kernel/lossless-json.ts";
import { plainDevices, plainNotice } from "../plain-devices.ts";
import { realmOf } from "../realms.ts";
import { KINDS } from "../push-tokens.ts";
import { operation } from "./operation.ts";
import { payload } from "./notification-fields.ts";
import { plainToken } from "./token-fields.ts";

/** A server sends a test to one phone that is registered without encryption. */
export const testToken = operation({
  path: "push/test_notification",
  parameters: z.object({
    ...plainToken,
    base_payload: payload,
    brand: z
      .string()
      .max(50)
      .regex(/^[a-z][a-z0-9_]*$/)
      .default("service")
      .describe("Prefix of the data fields in Apple notifications."),
  }),
  async run({ pool, delivery }, server, { realm_uuid, user_uuid: userUuid, token, token_kind, base_payload, brand }) {
    const of = { realmId: await realmOf(pool, server, realm_uuid), userUuid };
    const one = { kind: KINDS[token_kind], token };
    const [device] = await plainDevices(pool, of, one);
    if (!device) throw new InvalidRemotePushDeviceToken();
    const google = { ...base_payload, event: "test" };
    // Apple's phones learn neither the server's name nor its number of the organization.
    const service = { ...google, server: undefined, realm_id: undefined };
    const body = `This is a test notification from ${asText(base_payload["realm_name"] ?? base_payload["realm_url"] ?? "")}.`;
    const apple = { [brand]: service, aps: { alert: { title: "Test notification", body }, sound: "default" } };
    const notice = plainNotice(device, { apple, google, googlePriority: "high" });
    const outcomes = await delivery.send(new Map([[device, notice]]));
    if (isInVain(outcomes)) throw new PushServiceUnavailable();
    if (outcomes.get(device) === "gone") {
      await dropTokens(pool, of, { kind: one.kind, tokens: [token] });
      throw new InvalidRemotePushDeviceToken();
    }
    return {};
  },
});
