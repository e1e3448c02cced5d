// A process of its own, in which SAML responses are validated.
import { serveParser } from "@parlance/kernel/untrusted-parsing/serve-parser.ts";
import { validateResponse } from "./saml-response.ts";

// As the server's own: a browser waits for it.
serveParser(validateResponse, { niceness: 0 });
