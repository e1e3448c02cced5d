/** The key of the server's fact whose value is the id of the organization that was at a subdomain. */
export const formerSubdomainKey = (subdomain: string): string => `former_subdomain:${subdomain}`;
