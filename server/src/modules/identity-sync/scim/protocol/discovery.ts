import { listResponse, type ScimMethods } from "./scim-request.ts";
import { notFound } from "../errors.ts";
import { resourceTypes, schemas, serviceProviderConfig } from "./schemas.ts";

type Described = (base: string) => readonly { readonly id: string }[];

const all = (of: Described): ScimMethods => ({
  async GET({ base }) {
    const resources = of(base).map((one) => ({ ...one }));
    return listResponse({ total: resources.length, offset: 0, resources });
  },
});

const one = (of: Described, what: string): ScimMethods => ({
  async GET({ base, id }) {
    const found = of(base).find((each) => each.id === id);
    if (!found) throw notFound(what);
    return { status: 200, body: found };
  },
});

/** Endpoints that describe which parts of SCIM the server supports, by path. */
export const discovery: Readonly<Record<string, ScimMethods>> = {
  "/ServiceProviderConfig": { GET: async ({ base }) => ({ status: 200, body: serviceProviderConfig(base) }) },
  "/ResourceTypes": all(resourceTypes),
  "/ResourceTypes/:id": one(resourceTypes, "type"),
  "/Schemas": all(schemas),
  "/Schemas/:id": one(schemas, "schema"),
};
