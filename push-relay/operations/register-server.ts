import { z } from "zod";
import { registerServer } from "../actions/register-server.ts";
import { storableTextSchema } from "@parlance/kernel/base/storable-values.ts";
import { NoMailHost } from "../errors.ts";
import { assertOwnKey } from "../server-credentials.ts";
import { unauthenticatedOperation } from "./operation.ts";

const KEY_LENGTH = 64;

const key = storableTextSchema().length(KEY_LENGTH);
/**
 * Format of the contact address. Whether its domain accepts email is checked separately, because relays for servers in
 * a local network can turn that check off.
 */
const contact = storableTextSchema()
  .max(254)
  .regex(/^[^\s@]+@[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?$/);
/** Host name, possibly with a port, normalized as in the URLs that browsers use. */
const hostname = z
  .string()
  .max(255)
  .regex(/^(\[[0-9a-fA-F:.]+\]|[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?)(:\d{1,5})?$/)
  .transform((text, context) => {
    const host = URL.parse(`https://${text}`)?.host;
    if (host === undefined) context.addIssue("no host");
    return host ?? z.NEVER;
  });

/**
 * Operation with which a server registers, using an id and a key that it has chosen, or changes its registration or its
 * key.
 */
export const register = unauthenticatedOperation({
  path: "server/register",
  parameters: z.object({
    service_org_id: z.uuidv4().toLowerCase(),
    service_org_key: key,
    hostname,
    contact_email: contact,
    new_org_key: key.optional(),
  }),
  async run({ pool, acceptsMail, hostnameVerifier }, input) {
    const { service_org_id: orgId, service_org_key, new_org_key: newKey, contact_email } = input;
    const claim = { orgId, key: service_org_key, hostname: input.hostname };
    await assertOwnKey(pool, claim);
    const [, domain = ""] = contact_email.split("@");
    if (!(await acceptsMail(domain))) throw new NoMailHost();
    const isProven = await hostnameVerifier.isProven(claim);
    return registerServer(pool, { ...claim, newKey, contact: contact_email, isProven });
  },
});
