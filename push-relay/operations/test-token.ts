import { z } from "zod";
import { deleteTokens } from "../actions/delete-tokens.ts";
import { shouldRetryAll } from "../notification-delivery.ts";
import { InvalidRemotePushDeviceToken, PushServiceUnavailable } from "../errors.ts";
import { jsonValueText } from "@parlance/kernel/base/lossless-json.ts";
import { loadPlainDevices, plainNotification } from "../plain-devices.ts";
import { findRealmId } from "../realms.ts";
import { TOKEN_KINDS } from "../push-tokens.ts";
import { operation } from "./operation.ts";
import { payloadField } from "./notification-fields.ts";
import { tokenFields } from "./token-fields.ts";

/** Operation that sends a test notification to one phone with unencrypted notifications. */
export const testToken = operation({
  path: "push/test_notification",
  parameters: z.object({
    ...tokenFields,
    base_payload: payloadField,
    brand: z
      .string()
      .max(50)
      .regex(/^[a-z][a-z0-9_]*$/)
      .default("service")
      .describe("Prefix of the data fields in Apple notifications."),
  }),
  async run({ pool, delivery }, server, { realm_uuid, user_uuid: userUuid, token, token_kind, base_payload, brand }) {
    const of = { realmId: await findRealmId(pool, server, realm_uuid), userUuid };
    const one = { kind: TOKEN_KINDS[token_kind], token };
    const [device] = await loadPlainDevices(pool, of, one);
    if (!device) throw new InvalidRemotePushDeviceToken();
    const google = { ...base_payload, event: "test" };
    // Phones with Apple's service get neither the server's name nor the server's id of the organization.
    const service = { ...google, server: undefined, realm_id: undefined };
    const body = `This is a test notification from ${jsonValueText(base_payload["realm_name"] ?? base_payload["realm_url"] ?? "")}.`;
    const apple = { [brand]: service, aps: { alert: { title: "Test notification", body }, sound: "default" } };
    const notice = plainNotification(device, { apple, google, googlePriority: "high" });
    const outcomes = await delivery.send(new Map([[device, notice]]));
    if (shouldRetryAll(outcomes)) throw new PushServiceUnavailable();
    if (outcomes.get(device) === "gone") {
      await deleteTokens(pool, of, { kind: one.kind, tokens: [token] });
      throw new InvalidRemotePushDeviceToken();
    }
    return {};
  },
});
