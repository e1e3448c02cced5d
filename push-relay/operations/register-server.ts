import { z } from "zod";
import { registerServer } from "../actions/register-server.ts";
import { storableText } from "@parlance/server/kernel/storable-values.ts";
import { NoMailHost } from "../errors.ts";
import { openOperation } from "./operation.ts";

const KEY_LENGTH = 64;

const key = storableText().length(KEY_LENGTH);
/** Whether mail comes there is asked apart: a relay for servers within one network need not know. */
const contact = storableText()
  .max(254)
  .regex(/^[^\s@]+@[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?$/);
const hostname = z
  .string()
  .max(255)
  .regex(/^(\[[0-9a-fA-F:.]+\]|[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?)(:\d{1,5})?$/);

/** A server introduces itself by a name and a key that it chose, or changes what it said, or its key. */
export const register = openOperation({
  path: "server/register",
  parameters: z.object({
    service_org_id: z.uuidv4(),
    service_org_key: key,
    hostname,
    contact_email: contact,
    new_org_key: key.optional(),
  }),
  async run({ pool, takesMail }, { service_org_id, service_org_key, new_org_key, ...about }) {
    const [, domain = ""] = about.contact_email.split("@");
    if (!(await takesMail(domain))) throw new NoMailHost();
    const created = await registerServer(pool, {
      orgId: service_org_id,
      key: service_org_key,
      newKey: new_org_key,
      hostname: about.hostname,
      contact: about.contact_email,
    });
    return { created };
  },
});
