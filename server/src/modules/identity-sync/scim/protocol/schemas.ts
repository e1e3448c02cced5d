export const USER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:User";
export const GROUP_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Group";

interface AttributeOptions {
  readonly type?: "string" | "boolean" | "complex" | "reference";
  readonly isList?: boolean;
  readonly required?: boolean;
  readonly caseExact?: boolean;
  readonly mutability?: "readOnly" | "readWrite" | "immutable";
  readonly uniqueness?: "none" | "server";
  readonly canonicalValues?: readonly string[];
  readonly subAttributes?: readonly object[];
}

/** Returns the description of an attribute as specified in RFC 7643, section 7. */
function attribute(name: string, description: string, options: AttributeOptions = {}): object {
  const { type = "string", isList = false, subAttributes, canonicalValues, ...rest } = options;
  return {
    name,
    type,
    multiValued: isList,
    description,
    required: false,
    caseExact: false,
    mutability: "readWrite",
    returned: "default",
    uniqueness: "none",
    ...rest,
    ...(canonicalValues ? { canonicalValues } : {}),
    ...(subAttributes ? { subAttributes } : {}),
  };
}

const readOnly = { mutability: "readOnly" } as const;

const userAttributes = [
  attribute("userName", "Username in the directory; defaults to the email address", {
    required: true,
    uniqueness: "server",
  }),
  attribute("name", "Components of the name; displayName is the name that is shown", {
    type: "complex",
    subAttributes: [
      attribute("formatted", "Full name"),
      attribute("givenName", "The given name"),
      attribute("familyName", "The family name"),
    ],
  }),
  attribute("displayName", "Name that is shown to other users"),
  attribute("active", "Whether the account is active", { type: "boolean" }),
  attribute("timezone", "IANA time zone name", readOnly),
  attribute("emails", "Email addresses; the primary one is used to log in", {
    type: "complex",
    isList: true,
    subAttributes: [
      attribute("value", "The address"),
      attribute("type", "Always work"),
      attribute("primary", "Always true", { type: "boolean" }),
    ],
  }),
  attribute("roles", "The role in the organization", {
    type: "complex",
    isList: true,
    subAttributes: [
      attribute("value", "The role", {
        canonicalValues: ["owner", "administrator", "moderator", "member", "guest"],
      }),
      attribute("primary", "Always true", { type: "boolean" }),
    ],
  }),
  attribute("groups", "Groups that the user is a member of", {
    type: "complex",
    isList: true,
    ...readOnly,
    subAttributes: [attribute("value", "The group's id", readOnly), attribute("display", "The group's name", readOnly)],
  }),
];

const groupAttributes = [
  attribute("displayName", "The group's name", { required: true, uniqueness: "server" }),
  attribute("members", "Direct members of the group", {
    type: "complex",
    isList: true,
    subAttributes: [
      attribute("value", "ID of the user", { mutability: "immutable" }),
      attribute("display", "Name of the user", readOnly),
      attribute("type", "Always User", { mutability: "immutable", canonicalValues: ["User"] }),
    ],
  }),
];

/** Returns the schemas with their ids. */
export const schemas = (base: string) =>
  [
    { id: USER_SCHEMA, name: "User", description: "User account", attributes: userAttributes },
    {
      id: GROUP_SCHEMA,
      name: "Group",
      description: "User group that can be mentioned and used for permissions",
      attributes: groupAttributes,
    },
  ].map((schema) => ({
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
    ...schema,
    meta: { resourceType: "Schema", location: `${base}/Schemas/${schema.id}` },
  }));

export const resourceTypes = (base: string) =>
  [
    { id: "User", endpoint: "/Users", description: "Users", schema: USER_SCHEMA },
    { id: "Group", endpoint: "/Groups", description: "User groups", schema: GROUP_SCHEMA },
  ].map((type) => ({
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
    ...type,
    name: type.id,
    meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/${type.id}` },
  }));

/** Maximum number of resources per page. */
export const MAX_RESULTS = 200;

export const serviceProviderConfig = (base: string) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "Token created by an organization owner",
      specUri: "https://www.rfc-editor.org/info/rfc6750",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
});
