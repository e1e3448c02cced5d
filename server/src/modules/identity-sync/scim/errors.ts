import { type AppError, defineError } from "@parlance/kernel/base/errors.ts";
import { GroupInUse, GroupNameInUse } from "#modules/groups/core/errors.ts";
import { EmailInUse, LastOwner, OnlyOwnerCannotLeave, UniqueNamesRequired } from "#modules/users/core/errors.ts";

export const NoSuchScimToken = defineError({ text: "Invalid SCIM token ID" });
export const TooManyScimTokens = defineError({
  text: ({ limit }: { limit: number }) => `An organization can have at most ${limit} SCIM tokens.`,
});

/** Error types of SCIM, as named in RFC 7644, section 3.12. */
export type ScimType =
  | "invalidFilter"
  | "invalidPath"
  | "invalidSyntax"
  | "invalidValue"
  | "mutability"
  | "noTarget"
  | "uniqueness";

/** An error in the format of SCIM. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, scimType?: ScimType, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
    this.headers = headers;
  }

  /** Body of the response. */
  get body(): object {
    return {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
      status: String(this.status),
      ...(this.scimType === undefined ? {} : { scimType: this.scimType }),
      detail: this.message,
    };
  }
}

export const notFound = (what: string): ScimError => new ScimError(404, `No such ${what}`);
export const invalidValue = (detail: string): ScimError => new ScimError(400, detail, "invalidValue");

const uniqueness = [EmailInUse, GroupNameInUse, UniqueNamesRequired];
const mutability = [LastOwner, OnlyOwnerCannotLeave, GroupInUse];

/** Converts an API error to a SCIM error. */
export function fromAppError(error: AppError): ScimError {
  if (uniqueness.some((Refusal) => error instanceof Refusal)) return new ScimError(409, error.message, "uniqueness");
  if (mutability.some((Refusal) => error instanceof Refusal)) return new ScimError(400, error.message, "mutability");
  const scimType = error.status === 400 ? "invalidValue" : undefined;
  return new ScimError(error.status, error.message, scimType, error.headers);
}
