import { z } from "zod";
import { updateField } from "../state/set-fields.ts";
import { EventId, noun } from "./noun.ts";

export const RealmDomain = z.strictObject({ domain: z.string(), allow_subdomains: z.boolean() });
export type RealmDomain = z.infer<typeof RealmDomain>;

export const AddRealmDomainEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_domains"),
  op: z.literal("add"),
  realm_domain: RealmDomain,
});

export const ChangeRealmDomainEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_domains"),
  op: z.literal("change"),
  realm_domain: RealmDomain,
});

export const RemoveRealmDomainEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_domains"),
  op: z.literal("remove"),
  domain: z.string(),
});

export const RealmDomainEvent = z.discriminatedUnion("op", [
  AddRealmDomainEvent,
  ChangeRealmDomainEvent,
  RemoveRealmDomainEvent,
]);

/** The domains to which the organization can restrict the email addresses of new users. */
export const realmDomainsNoun = noun({
  events: [RealmDomainEvent],
  snapshot: { realm_domains: { realm_domains: z.array(RealmDomain) } },
  reducers: {
    realm_domains: (state, event) =>
      updateField(state, "realm_domains", (domains) => {
        switch (event.op) {
          case "add":
            return [...domains, event.realm_domain];
          case "change":
            return domains.map((one) => (one.domain === event.realm_domain.domain ? event.realm_domain : one));
          case "remove":
            return domains.filter(({ domain }) => domain !== event.domain);
        }
      }),
  },
});
