import { Person } from "./test-user.ts";

/** A user whose program identifies itself with a user agent. */
export class ProgramUser extends Person {
  readonly userAgent: string;

  constructor(person: Person, userAgent: string) {
    super(person.site, person);
    this.userAgent = userAgent;
  }

  override at(process: { readonly port: number }): ProgramUser {
    return new ProgramUser(super.at(process), this.userAgent);
  }

  override get credentials(): Readonly<Record<string, string>> {
    return { ...super.credentials, "user-agent": this.userAgent };
  }
}
