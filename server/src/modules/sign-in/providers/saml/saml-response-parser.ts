// In a process of its own: validates SAML responses.
import { serveParser } from "@parlance/kernel/untrusted-parsing/serve-parser.ts";
import { validateResponse } from "./saml-response.ts";

// The process has the server's own priority, because a browser waits for the result.
serveParser(validateResponse, { niceness: 0 });
