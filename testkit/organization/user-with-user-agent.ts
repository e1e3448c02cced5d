import { TestUser } from "./test-user.ts";

/** A user whose client sends a user agent. */
export class UserWithUserAgent extends TestUser {
  readonly userAgent: string;

  constructor(person: TestUser, userAgent: string) {
    super(person.site, person);
    this.userAgent = userAgent;
  }

  override at(process: { readonly port: number }): UserWithUserAgent {
    return new UserWithUserAgent(super.at(process), this.userAgent);
  }

  override get credentials(): Readonly<Record<string, string>> {
    return { ...super.credentials, "user-agent": this.userAgent };
  }
}
